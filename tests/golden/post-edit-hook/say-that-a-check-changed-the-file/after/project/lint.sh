echo "# checked" >> "$1"
