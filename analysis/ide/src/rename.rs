//! Rename: values, block labels, symbols, aliases and the inputs of maps, with the reason where that is not possible.

mod clash;
mod name;
#[cfg(test)]
mod tests;
mod unread;

use super::references::references;
use super::target::{Target, target_at};
use super::{FileView, Reference};
use base::source_file::SourceFile;
use clash::refuse_clash;
use name::valid_name;
use syntax::{TextEdit, TextRange, TextSize};
use unread::{names_inside_bodies, renamable};

/// The text that a rename would replace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RenameTarget {
    /// The name at the cursor, with its sigil.
    pub range: TextRange,
    pub name: String,
}

/// Whether the thing at the offset can be renamed; else why not.
pub(crate) fn prepare_rename(
    db: &dyn salsa::Database,
    file: SourceFile,
    offset: TextSize,
) -> Result<RenameTarget, String> {
    let view = FileView::new(db, file);
    let token = view.token_at(offset).ok_or("there is no name here")?;
    let target = target_at(&view, &token).ok_or_else(|| format!("`{}` cannot be renamed", token.text()))?;
    renamable(&view, &target, &token)?;
    let found = references(db, file, offset);
    let here = found.iter().find(|it| it.range.contains_inclusive(offset)).ok_or("there is no name here")?;
    Ok(RenameTarget { range: here.range, name: view.text(here.range) })
}

/// The edits that give the thing at the offset another name; with or without its sigil.
pub(crate) fn rename(
    db: &dyn salsa::Database,
    file: SourceFile,
    offset: TextSize,
    new_name: &str,
) -> Result<Vec<TextEdit>, String> {
    let view = FileView::new(db, file);
    let token = view.token_at(offset).ok_or("there is no name here")?;
    let target = target_at(&view, &token).ok_or_else(|| format!("`{}` cannot be renamed", token.text()))?;
    renamable(&view, &target, &token)?;
    let new_name = valid_name(&target, new_name)?;
    refuse_clash(&view, &target, &new_name)?;
    let edit = |it: &Reference| {
        let is_string = view.text(it.range).starts_with('"');
        let insert = if is_string { quoted(&new_name) } else { new_name.clone() };
        TextEdit::replace(it.range, insert)
    };
    let mut edits: Vec<TextEdit> = references(db, file, offset).iter().map(edit).collect();
    if let Target::Alias { part, name } = &target {
        let inside = names_inside_bodies(&view, *part).filter(|it| it.text() == name);
        edits.extend(inside.map(|it| TextEdit::replace(it.text_range(), new_name.clone())));
        edits.sort_by_key(|it| it.range.start());
        edits.dedup();
    }
    Ok(edits)
}

/// The symbol `@f` as the string of an attribute.
fn quoted(symbol: &str) -> String {
    format!("\"{}\"", super::symbols::bare_name(symbol))
}
