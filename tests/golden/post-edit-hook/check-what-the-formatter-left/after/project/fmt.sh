# Puts a line at the top.
{ echo '# formatted'; cat "$1"; } > "$1.new" && mv "$1.new" "$1"
