//! Parameters of an action beside its place: the rows in which actions declare them, and the values of one request.

use std::fmt;

/// A parameter of an action.
#[derive(Debug)]
pub struct Parameter {
    /// As in `--set NAME=VALUE`.
    pub name: &'static str,
    pub domain: Domain,
    /// Whether any value of the domain may be requested. Otherwise it distinguishes offers, and those that exist are
    /// legal.
    pub is_free: bool,
    /// A phrase about it: `iterations of each loop in one tile`.
    pub about: &'static str,
}

/// A parameter of every action: a request with it applies to nests that are first raised to affine loops, or whose
/// parallel loops are first put in an order. Its value says in which form they are left.
pub static RAISED: Parameter = Parameter::word(
    "raised",
    &["affine", "scf", "parallel"],
    "what loops are left as that were rewritten for the action: affine ones, lowered again, or parallel as before",
)
.free();

/// The values that a parameter may have.
#[derive(Debug)]
pub enum Domain {
    /// A number from `least` on, or the word.
    Number {
        least: i64,
        word: Option<&'static str>,
    },
    /// Numbers for loops, outermost first, with the least of the first one and of the others.
    Numbers {
        first: i64,
        others: i64,
    },
    Words(&'static [&'static str]),
}

/// The value of a parameter.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Value {
    Number(i64),
    Numbers(Vec<i64>),
    Word(&'static str),
}

/// The parameters of one request, each at most once, in the order in which ids have them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Parameters(Vec<(&'static str, Value)>);

impl Parameter {
    /// A number from `least` on that distinguishes offers.
    pub const fn number(name: &'static str, least: i64, about: &'static str) -> Self {
        Self { name, domain: Domain::Number { least, word: None }, is_free: false, about }
    }

    /// One of some words, which distinguishes offers.
    pub const fn word(name: &'static str, words: &'static [&'static str], about: &'static str) -> Self {
        Self { name, domain: Domain::Words(words), is_free: false, about }
    }

    /// The same with a free choice of its value.
    pub const fn free(mut self) -> Self {
        self.is_free = true;
        self
    }

    /// The same, which may also be a word.
    pub const fn or(mut self, word: &'static str) -> Self {
        if let Domain::Number { least, .. } = self.domain {
            self.domain = Domain::Number { least, word: Some(word) };
        }
        self
    }

    /// The value that a text gives it.
    ///
    /// # Errors
    ///
    /// Reads a value; the error says which values are possible.
    pub fn read(&self, text: &str) -> Result<Value, String> {
        let number = |text: &str, least: i64| text.parse().ok().filter(|it: &i64| *it >= least);
        let value = match self.domain {
            Domain::Number { word: Some(word), .. } if text == word => Some(Value::Word(word)),
            Domain::Number { least, .. } => number(text, least).map(Value::Number),
            Domain::Numbers { first, others } => {
                let least = std::iter::once(first).chain(std::iter::repeat(others));
                let numbers = text.split(',').zip(least).map(|(text, least)| number(text, least));
                numbers.collect::<Option<Vec<i64>>>().map(Value::Numbers)
            }
            Domain::Words(words) => words.iter().find(|it| **it == text).map(|it| Value::Word(it)),
        };
        value.ok_or_else(|| format!("give {}", self.domain))
    }
}

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number { least, word } => {
                write!(f, "a whole number from {least} on")?;
                word.iter().try_for_each(|it| write!(f, ", or `{it}`"))
            }
            Self::Numbers { first, others } => {
                write!(f, "whole numbers as `16,8`, the first from {first} on and others from {others} on")
            }
            Self::Words(words) => {
                let words: Vec<String> = words.iter().map(|it| format!("`{it}`")).collect();
                f.write_str(&words.join(", "))
            }
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Numbers(numbers) => {
                let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
                f.write_str(&numbers.join(","))
            }
            Self::Word(word) => f.write_str(word),
        }
    }
}

impl Parameters {
    /// No parameters.
    pub const NONE: &'static Self = &Self(Vec::new());

    /// These, and a value of the parameter in place of one that it has.
    #[must_use]
    pub fn with(mut self, parameter: &Parameter, value: Value) -> Self {
        match self.0.iter_mut().find(|it| it.0 == parameter.name) {
            Some(it) => it.1 = value,
            None => self.0.push((parameter.name, value)),
        }
        self
    }

    #[must_use]
    pub fn without(mut self, parameter: &Parameter) -> Self {
        self.0.retain(|it| it.0 != parameter.name);
        self
    }

    /// [`with`](Self::with) a number.
    #[must_use]
    pub fn with_number(self, parameter: &Parameter, number: i64) -> Self {
        self.with(parameter, Value::Number(number))
    }

    /// [`with`](Self::with) a word.
    #[must_use]
    pub fn with_word(self, parameter: &Parameter, word: &'static str) -> Self {
        self.with(parameter, Value::Word(word))
    }

    /// Names and values.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Value)> {
        self.0.iter().map(|(name, value)| (*name, value))
    }

    pub fn get(&self, name: &str) -> Option<&Value> {
        self.iter().find(|it| it.0 == name).map(|it| it.1)
    }

    /// The number of that name; `None` if a word takes its place.
    pub fn number(&self, name: &str) -> Option<i64> {
        match self.get(name)? {
            Value::Number(number) => Some(*number),
            Value::Numbers(_) | Value::Word(_) => None,
        }
    }

    /// The word of that name.
    pub fn word(&self, name: &str) -> Option<&'static str> {
        match self.get(name)? {
            Value::Word(word) => Some(word),
            Value::Number(_) | Value::Numbers(_) => None,
        }
    }

    /// The numbers of that name.
    pub fn numbers(&self, name: &str) -> Option<&[i64]> {
        match self.get(name)? {
            Value::Numbers(numbers) => Some(numbers),
            Value::Number(_) | Value::Word(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::unroll::FACTOR;
    use crate::{ACTIONS, tile};

    #[test]
    fn values_out_of_the_domain_are_refused_with_what_to_give() {
        let read = |text: &str| FACTOR.read(text).map(|it| it.to_string());
        assert_eq!(read("8").unwrap(), "8");
        assert_eq!(read("full").unwrap(), "full");
        assert_eq!(read("1").unwrap_err(), "give a whole number from 2 on, or `full`");
        let read = |text: &str| tile::SIZES.read(text).map(|it| it.to_string());
        assert_eq!(read("16,0,8").unwrap(), "16,0,8");
        assert!(["0,4", "4,", ""].into_iter().all(|it| read(it).is_err()));
    }

    #[test]
    fn every_parameter_says_what_it_is() {
        for action in ACTIONS {
            assert!(action.parameters.iter().all(|it| !it.about.is_empty()), "{}", action.kind);
        }
    }
}
