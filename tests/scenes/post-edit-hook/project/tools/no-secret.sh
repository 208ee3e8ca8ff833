# Finds what looks like a key.
grep -n 'sk-[0-9]' "$1" | sed "s|^\([0-9]*\):.*|$1:\1:1: a key does not belong here|"
! grep -q 'sk-[0-9]' "$1"
