seq 1 300 | sed "s|.*|$1:&:1: E& this line is too long|"; exit 1
