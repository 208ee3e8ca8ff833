echo "$1:2:1: bad"; exit 1
