echo never > "$1"
