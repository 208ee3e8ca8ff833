echo "line 3: unbalanced" >&2; exit 1
