for n in 1 2 3 4; do echo "$1:$n:1: E$n"; echo "    | code"; done
echo "other.py:2:1: E"
echo "Found 5 errors."
exit 1
