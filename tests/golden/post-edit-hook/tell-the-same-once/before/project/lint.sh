echo "$1:2:1: same"; echo "$1:2:1: same" >&2; echo "$1:3:1: $2"; exit 1
