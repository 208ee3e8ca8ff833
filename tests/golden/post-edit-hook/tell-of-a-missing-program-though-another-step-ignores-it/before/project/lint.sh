# Finds every line that has a 1 in it.
grep -n 1 "$1" | sed "s|^\([0-9]*\):.*|$1:\1:1: a 1|"
! grep -q 1 "$1"
