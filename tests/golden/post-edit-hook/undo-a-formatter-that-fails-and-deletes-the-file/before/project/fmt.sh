rm "$1"; exit 1
