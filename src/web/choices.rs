//! What can be chosen in the forms above lists and figures: the values that occur, and choices of our own.

use super::i18n::Msg;
use super::typeset::humane;

/// A choice among values that occur.
#[derive(Debug, Clone, PartialEq)]
pub struct Select {
    pub name: &'static str,
    pub label: Msg,
    /// What stands for no choice.
    pub all: Msg,
    pub options: Vec<Value>,
}

/// One value, shown in the words of its source or of the policy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Value {
    pub value: String,
    pub label: String,
    pub chosen: bool,
}

/// One of our own choices.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    pub value: &'static str,
    pub label: Msg,
    pub chosen: bool,
}

/// Our own choices, each with its word in an address: the chosen one is that which is equal.
pub fn choices<T: PartialEq + Copy>(
    all: impl IntoIterator<Item = T>,
    chosen: T,
    word: impl Fn(T) -> &'static str,
    label: impl Fn(T) -> Msg,
) -> Vec<Choice> {
    let choice = |of: T| Choice {
        value: word(of),
        label: label(of),
        chosen: of == chosen,
    };
    all.into_iter().map(choice).collect()
}

/// The values by their labels. A chosen one stays in the list even if nothing has it any more.
pub fn options<'a>(
    values: impl Iterator<Item = (&'a str, String)>,
    chosen: Option<&str>,
) -> Vec<Value> {
    let mut options: Vec<_> = values
        .map(|(value, label)| Value {
            value: value.to_owned(),
            label,
            chosen: chosen == Some(value),
        })
        .collect();
    if let Some(gone) = chosen.filter(|_| !options.iter().any(|option| option.chosen)) {
        options.push(Value {
            value: gone.to_owned(),
            label: humane(gone),
            chosen: true,
        });
    }
    options.sort_by_cached_key(|option| option.label.to_lowercase());
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chosen_value_that_nothing_has_any_more_stays_chosen() {
        let values = [("wms", "Warehouse".to_owned()), ("erp", "ERP".to_owned())];
        let options = options(values.into_iter(), Some("mail"));
        let labels: Vec<_> = options.iter().map(|option| option.label.as_str()).collect();
        assert_eq!(labels, ["ERP", "mail", "Warehouse"]);
        assert!(
            options
                .iter()
                .all(|option| option.chosen == (option.value == "mail"))
        );
    }
}
