# Finds long numbers without underscores.
grep -nE '[0-9]{7}' "$1" | sed "s|^\([0-9]*\):.*|$1:\1:1: write 1_000_000|"
! grep -qE '[0-9]{7}' "$1"
