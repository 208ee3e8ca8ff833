sed -i "s/uno/one/" "$1"
