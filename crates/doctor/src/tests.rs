//! Projects with one fault each, of which the doctor names the fault and only it, and projects
//! without any, of which he says nothing.

mod faults;
mod good;
mod machine;
mod mending;
mod shape;
mod shell;
mod updating;
