sleep 1.5; echo "$1:2:1: $2"; exit 1
