echo "$1:2:1: told"; exit 1
