func a() {
	uno
		two
}
