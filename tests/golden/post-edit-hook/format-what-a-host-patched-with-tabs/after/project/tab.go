func a() {
	one
		two
}
