//! Interned words: names of operations, operands, traits and constraints.

use std::borrow::Borrow;
use std::fmt;
use std::ops::Deref;
use std::sync::{LazyLock, PoisonError, RwLock};

use rustc_hash::FxHashSet;

/// An interned word, which the process never frees: definitions are few, and named over and over.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(&'static str);

/// The name with its dialect, of an operation that is written so: MLIR allows some without.
pub fn full_name(written: &str) -> &str {
    match written {
        "call" => "func.call",
        "call_indirect" => "func.call_indirect",
        "func" => "func.func",
        "module" => "builtin.module",
        "return" => "func.return",
        "unrealized_conversion_cast" => "builtin.unrealized_conversion_cast",
        _ => written,
    }
}

static WORDS: LazyLock<RwLock<FxHashSet<&'static str>>> = LazyLock::new(RwLock::default);

impl Name {
    pub fn new(text: &str) -> Name {
        let known = WORDS.read().unwrap_or_else(PoisonError::into_inner).get(text).copied();
        Name(known.unwrap_or_else(|| {
            let mut words = WORDS.write().unwrap_or_else(PoisonError::into_inner);
            words.get(text).copied().unwrap_or_else(|| {
                let word: &'static str = Box::leak(Box::from(text));
                words.insert(word);
                word
            })
        }))
    }
}

impl Deref for Name {
    type Target = str;

    fn deref(&self) -> &str {
        self.0
    }
}

impl Borrow<str> for Name {
    fn borrow(&self) -> &str {
        self.0
    }
}

impl PartialEq<str> for Name {
    fn eq(&self, other: &str) -> bool {
        self.0 == other
    }
}

impl PartialEq<&str> for Name {
    fn eq(&self, other: &&str) -> bool {
        self.0 == *other
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.0, f)
    }
}
