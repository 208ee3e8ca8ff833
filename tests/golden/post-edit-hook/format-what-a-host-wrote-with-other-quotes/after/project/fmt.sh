sed -i "s/y/z/" "$1"
