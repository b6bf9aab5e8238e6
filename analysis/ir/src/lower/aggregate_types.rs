//! The types inside aggregates of other dialects, as far as their texts show them.

use crate::types::{FLOATS, Signedness, Type};
use std::sync::Arc;

/// Aggregates nest no deeper than this; types further inside are unknown.
const MAX_DEPTH: usize = 16;

/// The type at a position in an aggregate: a vector, or a structure or an array of LLVM's or SPIR-V's dialect.
pub(super) fn element_at(ty: Type, position: &[i64]) -> Option<Type> {
    let is_shallow = position.len() <= MAX_DEPTH;
    is_shallow.then(|| position.iter().try_fold(ty, |ty, number| inner(&ty, *number))).flatten()
}

fn inner(ty: &Type, number: i64) -> Option<Type> {
    let text = match ty {
        Type::Vector { dims, element } => return (dims.len() == 1).then(|| Type::clone(element)),
        Type::Dialect(text) => text,
        _ => return None,
    };
    let (dialect, body) = text.strip_prefix('!')?.split_once('.')?;
    let (name, body) = body.strip_suffix('>')?.split_once('<')?;
    match (dialect, name) {
        ("llvm", "struct") => member(body, usize::try_from(number).ok()?, dialect),
        ("llvm" | "spirv", "array") => of_text(body.split_once('x')?.1, dialect),
        _ => None,
    }
}

/// The first parameter of a type of a dialect, if it is a type: `i32` of `!d.ptr<i32, 3>`.
pub(super) fn first_parameter(ty: &Type) -> Type {
    let Type::Dialect(text) = ty else { return Type::Unknown };
    let body = text.split_once('<').and_then(|it| it.1.strip_suffix('>'));
    body.and_then(|it| of_text(entries(it).next()?, "")).unwrap_or(Type::Unknown)
}

/// The entries of a list, at commas that are in no brackets.
fn entries(list: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_usize;
    let mut before = ' ';
    list.split(move |it: char| {
        match it {
            '<' | '(' | '[' | '{' => depth += 1,
            '>' if before == '-' => {}
            '>' | ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        before = it;
        it == ',' && depth == 0
    })
}

/// The member of that number in the list in parentheses, which may follow a name or `packed`.
fn member(body: &str, number: usize, dialect: &str) -> Option<Type> {
    let list = body.strip_suffix(')')?;
    let list = match list.strip_prefix('"') {
        Some(named) => named.split_once("\",")?.1,
        None => list,
    };
    let list = list.strip_prefix("packed").unwrap_or(list).strip_prefix('(')?;
    of_text(entries(list).nth(number)?, dialect)
}

/// A scalar, or a type of the dialect, whose prefix may be left out inside its own types.
pub(super) fn of_text(text: &str, dialect: &str) -> Option<Type> {
    if let Some(name) = text.strip_prefix('!') {
        // A name without a dialect is an alias.
        let head = name.split_once('<').map_or(name, |it| it.0);
        return head.contains('.').then(|| Type::Dialect(text.into()));
    }
    match text {
        "index" => return Some(Type::Index),
        "none" => return Some(Type::None),
        _ => {}
    }
    if let Some(element) = text.strip_prefix("complex<").and_then(|it| it.strip_suffix('>')) {
        return Some(Type::Complex(Arc::new(of_text(element, "")?)));
    }
    if let Some(width) = text.strip_prefix('i').and_then(|it| it.parse().ok()) {
        return Some(Type::Integer { width, signedness: Signedness::Signless });
    }
    if let Some(kind) = FLOATS.iter().find(|it| it.name == text) {
        return Some(Type::Float(*kind));
    }
    let name = text.split_once('<').map_or(text, |it| it.0);
    matches!((dialect, name), ("llvm", "ptr" | "struct" | "array"))
        .then(|| Type::Dialect(Arc::from(format!("!{dialect}.{text}"))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_found() {
        let at = |text: &str, position: &[i64]| {
            element_at(Type::Dialect(text.into()), position).map_or("?".to_owned(), |it| it.to_string())
        };
        let nested = "!llvm.struct<packed(i32,array<2xstruct<\"a\",(ptr,f32)>>,!llvm.ptr)>";
        assert_eq!(at(nested, &[0]), "i32");
        assert_eq!(at(nested, &[1, 0, 1]), "f32");
        assert_eq!(at(nested, &[1, 0, 0]), "!llvm.ptr");
        assert_eq!(at(nested, &[2]), "!llvm.ptr");
        assert_eq!(at(nested, &[3]), "?");
        assert_eq!(at("!llvm.struct<opaque>", &[0]), "?");
        assert_eq!(at("!spirv.array<4xf32>", &[1]), "f32");
        assert_eq!(at(nested, &[0; 100]), "?");
    }
}
