echo garbage > "$1"
echo "a.py:3: cannot parse" >&2
exit 2
