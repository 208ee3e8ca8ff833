env | sed -n 's/^\(CLAUDE_CODE_[A-Z_]*\)=.*/\1/p' | sort; exit 1
