# Puts a folder in the place of the file, with something in it.
rm "$1" && mkdir "$1" && echo other > "$1/other"
exit 1
