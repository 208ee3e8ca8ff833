a = 2
limit = 1000000
