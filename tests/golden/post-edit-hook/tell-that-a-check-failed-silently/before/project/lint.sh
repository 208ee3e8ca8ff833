printf '\033[0m\n'; exit 7
