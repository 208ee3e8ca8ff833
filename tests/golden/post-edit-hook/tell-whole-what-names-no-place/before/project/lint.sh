echo "something"; echo "  is wrong" >&2; exit 3
