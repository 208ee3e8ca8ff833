pwd; for a; do echo "[$a]"; done; exit 1
