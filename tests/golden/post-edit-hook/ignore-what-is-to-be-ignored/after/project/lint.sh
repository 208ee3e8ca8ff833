echo "$1:2:1: x"; exit 1
