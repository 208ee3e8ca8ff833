echo garbage > "$1"; exit 1
