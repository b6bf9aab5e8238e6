//! Facts that a rule has found out: the sentence is their display, and a fix reads them.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// The facts of a finding, for the fix of its code; displayed, they are the sentence about it. A text is one too, if
/// no fix needs more.
pub trait Facts: Any + fmt::Display + fmt::Debug + Send + Sync {
    fn is_equal(&self, other: &dyn Facts) -> bool;
}

impl<T: Any + fmt::Display + fmt::Debug + PartialEq + Send + Sync> Facts for T {
    fn is_equal(&self, other: &dyn Facts) -> bool {
        (other as &dyn Any).downcast_ref() == Some(self)
    }
}

/// Facts of any rule with their sentence, shared by all copies of a finding.
#[derive(Debug, Clone)]
pub struct AnyFacts(Arc<Told<dyn Facts>>);

#[derive(Debug)]
struct Told<T: ?Sized> {
    /// Written when it is first shown; every keystroke shows it again.
    sentence: OnceLock<Arc<str>>,
    facts: T,
}

impl AnyFacts {
    pub fn new(facts: impl Facts) -> Self {
        Self(Arc::new(Told { sentence: OnceLock::new(), facts }))
    }

    pub fn sentence(&self) -> Arc<str> {
        self.0.sentence.get_or_init(|| self.0.facts.to_string().into()).clone()
    }

    /// The facts, if they are of this type.
    pub fn get<T: Facts>(&self) -> Option<&T> {
        (&self.0.facts as &dyn Any).downcast_ref()
    }
}

impl fmt::Display for AnyFacts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0.facts, f)
    }
}

impl PartialEq for AnyFacts {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.facts.is_equal(&other.0.facts)
    }
}

impl Eq for AnyFacts {}

/// A sentence, and the replacement for the text that it is about.
#[derive(Debug, PartialEq)]
pub struct Meant {
    pub sentence: String,
    pub text: String,
}

impl fmt::Display for Meant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}
