// by hand
let a = "x";
