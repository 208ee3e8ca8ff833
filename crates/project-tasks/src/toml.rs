//! TOML as the values that all readers here know.

use serde_json::{Map, Value};
use toml_edit::{Item, Table, TableLike};

/// The values of a document; `None` if it is none.
pub(crate) fn parsed(text: &str) -> Option<Value> {
    let document: toml_edit::Document<String> = toml_edit::Document::parse(text.to_owned()).ok()?;
    let table: &Table = document.as_table();
    Some(of_table(table))
}

fn of_table(table: &dyn TableLike) -> Value {
    let pairs = table.iter().map(|(name, item)| (name.to_owned(), of_item(item)));
    Value::Object(pairs.collect::<Map<_, _>>())
}

fn of_item(item: &Item) -> Value {
    match item {
        Item::None => Value::Null,
        Item::Value(value) => of_value(value),
        Item::Table(table) => of_table(table),
        Item::ArrayOfTables(tables) => Value::Array(tables.iter().map(|it| of_table(it)).collect()),
    }
}

fn of_value(value: &toml_edit::Value) -> Value {
    match value {
        toml_edit::Value::String(text) => Value::from(text.value().as_str()),
        toml_edit::Value::Integer(number) => Value::from(*number.value()),
        toml_edit::Value::Float(number) => Value::from(*number.value()),
        toml_edit::Value::Boolean(is_so) => Value::from(*is_so.value()),
        toml_edit::Value::Datetime(time) => Value::from(time.value().to_string()),
        toml_edit::Value::Array(list) => Value::Array(list.iter().map(of_value).collect()),
        toml_edit::Value::InlineTable(table) => of_table(table),
    }
}
