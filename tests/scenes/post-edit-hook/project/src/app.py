def main():
    retries=5
    return retries
