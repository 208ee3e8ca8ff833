# Puts blanks around `=`.
sed 's/ *= */ = /' "$1" > "$1.new" && cat "$1.new" > "$1" && rm "$1.new"
