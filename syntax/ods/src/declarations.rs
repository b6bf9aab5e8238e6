//! The declarations of a file that is not evaluated: which files it includes, and which classes and records it declares.

use crate::ParsedFile;
use crate::ast::{Def, Expr, Item, Member, Parent};
use crate::lexer::Offset;

/// A class or record as it is written, wherever it is in the file.
#[derive(Debug)]
pub struct Declaration<'a> {
    pub is_class: bool,
    /// `None` for a record without a name, or with one that is computed.
    pub name: Option<&'a str>,
    pub at: Offset,
    parents: &'a [Parent],
    body: &'a [Member],
}

impl<'a> Declaration<'a> {
    /// The classes that it derives from.
    pub fn parents(&self) -> impl Iterator<Item = &'a str> {
        self.parents.iter().map(|it| &*it.name)
    }

    /// The names that are by themselves an argument of one of those classes.
    pub fn arguments(&self) -> impl Iterator<Item = &'a str> {
        self.parents.iter().flat_map(|it| &it.arguments).filter_map(|it| name_of(&it.value))
    }

    /// The text that its body gives a field.
    pub fn text(&self, field: &str) -> Option<&'a str> {
        self.body.iter().rev().find_map(|it| match it {
            Member::Let(it) if *it.name == *field && it.bits.is_none() => text_of(&it.value),
            Member::Field { name, value: Some(value), .. } if **name == *field => text_of(value),
            _ => None,
        })
    }
}

impl ParsedFile {
    /// The paths that the file includes, whatever it makes them depend on.
    pub fn includes(&self) -> Vec<&str> {
        let mut found = Vec::new();
        each(&self.0.items, &mut |it| {
            if let Item::Include(path, _) = it {
                found.push(&**path);
            }
        });
        found
    }

    /// The classes and records of the file, whatever it makes them depend on.
    pub fn declarations(&self) -> Vec<Declaration<'_>> {
        let mut found = Vec::new();
        each(&self.0.items, &mut |it| match it {
            Item::Class(it) => found.push(Declaration {
                is_class: true,
                name: Some(&it.name),
                at: it.at,
                parents: &it.parents,
                body: &it.body,
            }),
            Item::Def(it) => found.push(record(it)),
            _ => {}
        });
        found
    }
}

fn record(def: &Def) -> Declaration<'_> {
    Declaration {
        is_class: false,
        name: def.name.as_deref().and_then(name_of),
        at: def.at,
        parents: &def.parents,
        body: &def.body,
    }
}

/// The parser bounds how deep items nest.
fn each<'a>(items: &'a [Item], visit: &mut dyn FnMut(&'a Item)) {
    for item in items {
        visit(item);
        match item {
            Item::Conditional { then, otherwise, .. } => {
                each(then, visit);
                each(otherwise, visit);
            }
            Item::If { then, otherwise, .. } => {
                each(then, visit);
                each(otherwise, visit);
            }
            Item::MultiClass(it) => each(&it.body, visit),
            Item::Foreach { body, .. } | Item::Let { body, .. } | Item::Defset { body, .. } => {
                each(body, visit);
            }
            _ => {}
        }
    }
}

fn name_of(value: &Expr) -> Option<&str> {
    match value {
        Expr::Name(name, _) => Some(name),
        _ => None,
    }
}

fn text_of(value: &Expr) -> Option<&str> {
    match value {
        Expr::String(text) => Some(text),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_in_a_file() {
        let file = ParsedFile::parse(
            r#"
#ifndef ONCE
#define ONCE
include "mlir/IR/OpBase.td"
// def Not : Dialect { let name = "not"; }
def Mine : Dialect { let name = "mine"; let summary = [{ def No : Dialect; }]; }
class MyOp<string mnemonic> : Op<Mine, mnemonic, [Pure]>;
def Broken : ;
def Whole : MyOp<"whole">;
let hasVerifier = 1 in {
  multiclass Pair<string n> { def _a : MyOp<n>; }
}
#endif
"#,
        );
        assert_eq!(file.includes(), ["mlir/IR/OpBase.td"]);
        let found = file.declarations();
        let shown: Vec<_> = found.iter().map(|it| (it.is_class, it.name, it.text("name"))).collect();
        assert_eq!(
            shown,
            [
                (false, Some("Mine"), Some("mine")),
                (true, Some("MyOp"), None),
                (false, Some("Whole"), None),
                (false, Some("_a"), None),
            ]
        );
        let [_, class, op, _] = &*found else { panic!("{found:?}") };
        assert_eq!(class.parents().collect::<Vec<_>>(), ["Op"]);
        assert_eq!(class.arguments().collect::<Vec<_>>(), ["Mine", "mnemonic"]);
        assert_eq!(op.parents().collect::<Vec<_>>(), ["MyOp"]);
    }
}
