rm "$1" && mkdir "$1"
