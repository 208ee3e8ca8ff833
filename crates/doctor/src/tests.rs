//! Projects with one fault each, of which the doctor names the fault and only it, and projects
//! without any, of which he says nothing.

mod faults;
mod healthy_machine;
mod machine;
mod repairs;
mod shape;
mod shell;
mod updates;
