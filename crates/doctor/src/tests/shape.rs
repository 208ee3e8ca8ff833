//! What `--json` prints, against its schema.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::machine::Machine;
use crate::Level;

#[test]
fn what_is_printed_is_what_the_schema_says() {
    let schema =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schemas/doctor.schema.json");
    let schema: Value = serde_json::from_str(&fs::read_to_string(schema).unwrap()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let machine = Machine::healthy();
    machine.mode("project/.claude/hooks/bin/intent-gate-hook", 0o644);
    for level in [Level::Static, Level::Played] {
        let printed = serde_json::to_value(machine.examine(level)).unwrap();
        let errors: Vec<String> =
            validator.iter_errors(&printed).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{errors:?}: {printed}");
        let mut broken = printed.clone();
        broken.as_object_mut().unwrap().remove("level");
        assert!(!validator.is_valid(&broken));
    }
}
