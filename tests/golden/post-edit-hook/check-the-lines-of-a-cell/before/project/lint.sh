for n in 1 7 8; do echo "$1:$n: bad"; done; exit 1
