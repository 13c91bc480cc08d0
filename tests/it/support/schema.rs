//! As much of JSON Schema as the API's description uses. A keyword that is not known here fails, so that none is passed over.

use holdpoint::domain::time::Timestamp;
use serde_json::{Map, Value};

/// How strictly members are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Members {
    /// Members that the schema does not name may be there: what is sent to the program.
    Open,
    /// The schema names all members of an object: what the program answers.
    Closed,
}

/// A document that schemas refer into.
#[derive(Debug, Clone, Copy)]
pub struct Schemas<'d> {
    pub document: &'d Value,
    pub members: Members,
}

/// What is wrong, each with the place in the value.
type Faults = Vec<String>;

impl<'d> Schemas<'d> {
    /// Everything that is wrong with a value.
    pub fn faults(&self, schema: &Value, value: &Value) -> Faults {
        let mut faults = Vec::new();
        self.check(schema, value, "", &mut faults);
        faults
    }

    fn check(&self, schema: &Value, value: &Value, place: &str, faults: &mut Faults) {
        let schema = schema.as_object().expect("a schema is an object");
        for (keyword, told) in schema {
            let wrong = self.against(schema, keyword, told, value, place, faults);
            if wrong {
                faults.push(format!("{place}: {keyword} {told}, found {value}"));
            }
        }
        if self.members == Members::Closed {
            unnamed(schema, value, place, faults);
        }
    }

    /// Whether the value breaks one keyword; what is wrong within it is noted on the way.
    fn against(
        &self,
        schema: &Map<String, Value>,
        keyword: &str,
        told: &Value,
        value: &Value,
        place: &str,
        faults: &mut Faults,
    ) -> bool {
        match keyword {
            "description" | "summary" | "default" | "then" => false,
            "$ref" => {
                self.check(self.target(told), value, place, faults);
                false
            }
            "type" => !types(told).any(|name| is_of_type(value, name)),
            "enum" => !list(told).contains(value),
            "const" => value != told,
            "pattern" | "format" | "minLength" | "maxLength" => value
                .as_str()
                .is_some_and(|text| breaks_text(keyword, told, text)),
            "minimum" => value.as_i64().is_some_and(|n| n < number(told)),
            "maximum" => value.as_i64().is_some_and(|n| n > number(told)),
            "minItems" => value
                .as_array()
                .is_some_and(|items| len(items.len()) < number(told)),
            "maxItems" => value
                .as_array()
                .is_some_and(|items| len(items.len()) > number(told)),
            "items" => {
                for (at, item) in value.as_array().into_iter().flatten().enumerate() {
                    self.check(told, item, &format!("{place}/{at}"), faults);
                }
                false
            }
            "required" => {
                let lacks = |name: &Value| value.get(name.as_str().expect("a name")).is_none();
                value.is_object() && list(told).iter().any(lacks)
            }
            "properties" => {
                for (name, schema) in told.as_object().expect("properties") {
                    if let Some(member) = value.get(name) {
                        self.check(schema, member, &format!("{place}/{name}"), faults);
                    }
                }
                false
            }
            "allOf" => {
                list(told)
                    .iter()
                    .for_each(|each| self.check(each, value, place, faults));
                false
            }
            "anyOf" => !list(told).iter().any(|each| self.fits(each, value)),
            "oneOf" => {
                list(told)
                    .iter()
                    .filter(|each| self.fits(each, value))
                    .count()
                    != 1
            }
            "if" => {
                if self.fits(told, value) {
                    self.check(&schema["then"], value, place, faults);
                }
                false
            }
            unknown => panic!("{unknown} is no keyword that this reads"),
        }
    }

    fn fits(&self, schema: &Value, value: &Value) -> bool {
        self.faults(schema, value).is_empty()
    }

    /// What a reference leads to.
    pub fn target(&self, reference: &Value) -> &'d Value {
        let pointer = reference.as_str().and_then(|r| r.strip_prefix('#'));
        let target = pointer.and_then(|pointer| self.document.pointer(pointer));
        target.unwrap_or_else(|| panic!("{reference} leads nowhere"))
    }
}

/// A schema that calls itself an object and names members names all of them.
fn unnamed(schema: &Map<String, Value>, value: &Value, place: &str, faults: &mut Faults) {
    let names_members = schema.get("type").is_some_and(|t| t == "object");
    let (Some(named), Some(members)) = (schema.get("properties"), value.as_object()) else {
        return;
    };
    let unnamed = members.keys().filter(|name| named.get(name).is_none());
    if names_members {
        faults.extend(unnamed.map(|name| format!("{place}/{name} is not described")));
    }
}

fn types(told: &Value) -> impl Iterator<Item = &str> {
    let one = told.as_str().into_iter();
    let many = told.as_array().into_iter().flatten();
    one.chain(many.map(|name| name.as_str().expect("a type")))
}

fn is_of_type(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        unknown => panic!("{unknown} is no type"),
    }
}

fn breaks_text(keyword: &str, told: &Value, text: &str) -> bool {
    let characters = len(text.chars().count());
    match (keyword, told.as_str()) {
        ("minLength", _) => characters < number(told),
        ("maxLength", _) => characters > number(told),
        ("pattern", Some("^[^\\u0000]*$")) => text.contains('\0'),
        ("format", Some("date-time")) => Timestamp::parse(text).is_none(),
        ("format", Some("uuid")) => text.len() != 36 || text.split('-').count() != 5,
        _ => panic!("{keyword} {told} is not read here"),
    }
}

fn list(told: &Value) -> &[Value] {
    told.as_array().expect("a list")
}

fn number(told: &Value) -> i64 {
    told.as_i64().expect("a whole number")
}

fn len(n: usize) -> i64 {
    i64::try_from(n).expect("a small number")
}
