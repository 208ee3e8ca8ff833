def f():
	# one
	return 2
