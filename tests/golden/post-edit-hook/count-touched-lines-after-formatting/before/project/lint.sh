for n in 1 2 3 4 5; do echo "./$1:$n: E$n"; done; exit 1
