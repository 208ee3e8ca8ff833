echo "$1:3:1: blocked" >&2; exit 1
