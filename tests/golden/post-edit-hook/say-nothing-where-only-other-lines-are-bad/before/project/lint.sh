echo "$1:1:1: E1"; exit 1
