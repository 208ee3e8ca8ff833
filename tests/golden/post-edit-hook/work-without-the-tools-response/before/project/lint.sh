for n in 1 2 3 4; do echo "$1:$n:1: E$n"; done; exit 1
