//! Types: what is in a memref, tensor or vector, and how large it is.

use super::names::code_block;
use crate::FileView;
use crate::completion::without_places;
use ir::aliases::DatabaseAliases;
use ir::types::{Dim, Layout, Type, lower_type};
use polyhedral::report::in_bytes;
use presburger::Integer;
use syntax::ods::{ImportedType, Registry};
use syntax::{SyntaxKind, SyntaxNode};

/// The type that a node writes, its elements and their bytes.
pub(super) fn type_markdown(view: &FileView<'_>, node: &SyntaxNode) -> Option<String> {
    let aliases = DatabaseAliases::new(view.db, view.file, view.part(node));
    let ty = lower_type(node, &aliases);
    if ty.has_unknown() {
        return None;
    }
    let facts = facts(&ty);
    if facts.is_empty() {
        return None;
    }
    let list: String = facts.iter().map(|it| format!("\n- {it}")).collect();
    Some(format!("{}\n{list}", code_block(&ty.to_string())))
}

/// A type or attribute of an imported dialect: its form, and its description.
pub(super) fn imported_markdown(registry: &Registry, ty: &ImportedType) -> String {
    let form = registry.type_definition(&ty.name).and_then(|it| it.snippet());
    let names: Vec<&str> = ty.parameter_names().collect();
    let head = match form {
        Some(form) => without_places(&form),
        None if names.is_empty() => ty.name.to_string(),
        None => format!("{}<{}>", ty.name, names.join(", ")),
    };
    let texts = [&ty.summary, &ty.description].into_iter().filter(|it| !it.is_empty());
    texts.fold(code_block(&head), |text, it| format!("{text}\n\n{it}"))
}

fn facts(ty: &Type) -> Vec<String> {
    match ty {
        Type::MemRef(memref) => {
            let mut facts = vec![format!("memory of rank {}", memref.dims.len())];
            facts.extend(size(&memref.dims, &memref.element));
            match &memref.layout {
                Layout::Identity => facts.push("row by row, without gaps".to_owned()),
                Layout::Strided { strides, offset } => {
                    let number = |it: &Option<i64>| it.map_or("?".to_owned(), |it| it.to_string());
                    let strides: Vec<String> = strides.iter().map(number).collect();
                    facts.push(format!("strides `{}`, offset `{}`", strides.join(", "), number(offset)));
                }
                Layout::Map(map) => facts.push(format!("element by `{map}`")),
                Layout::Unknown => {}
            }
            facts.extend(memref.memory_space.as_ref().map(|it| format!("memory space `{it}`")));
            facts
        }
        Type::Tensor { dims: Some(dims), element, .. } => {
            let mut facts = vec![format!("value of rank {}", dims.len())];
            facts.extend(size(dims, element));
            facts
        }
        Type::Vector { dims, element } if dims.iter().all(|it| !it.scalable) => {
            let dims: Vec<Dim> = dims.iter().map(|it| Some(it.size)).collect();
            let mut facts = vec![format!("vector of rank {}", dims.len())];
            facts.extend(size(&dims, element));
            facts
        }
        Type::Index => vec!["an integer as wide as the target's addresses".to_owned()],
        _ => Vec::new(),
    }
}

/// `80 elements of f32, 320 bytes`; what is known where a size is not.
fn size(dims: &[Dim], element: &Type) -> Option<String> {
    let Some(sizes) = dims.iter().copied().collect::<Option<Vec<u64>>>() else {
        let open = dims.iter().filter(|it| it.is_none()).count();
        let sizes = if open == 1 { "size is" } else { "sizes are" };
        return Some(format!("{open} {sizes} told when the program runs"));
    };
    let count = sizes.iter().try_fold(1u64, |count, size| count.checked_mul(*size))?;
    let bytes = element.size_in_bytes().and_then(|it| it.checked_mul(count));
    let bytes = bytes.and_then(|it| i64::try_from(it).ok());
    let bytes = bytes.map_or_else(String::new, |it| format!(", {}", in_bytes(&Integer::from(it))));
    Some(format!("{} of {element}{bytes}", counted(count, "element")))
}

fn counted(count: u64, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// The type around a token, where that says more than the token itself.
pub(super) fn type_at(token: &syntax::SyntaxToken) -> Option<SyntaxNode> {
    token
        .parent_ancestors()
        .take_while(|it| !matches!(it.kind(), SyntaxKind::OPERATION | SyntaxKind::REGION))
        .find(|it| {
            matches!(it.kind(), SyntaxKind::MEMREF_TYPE | SyntaxKind::TENSOR_TYPE | SyntaxKind::VECTOR_TYPE)
                || it.kind() == SyntaxKind::SIMPLE_TYPE && it.text() == "index"
        })
}
