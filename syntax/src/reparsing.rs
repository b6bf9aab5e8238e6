//! Parsing again after an edit.

use crate::{Parse, TextEdit, parse};

pub(crate) fn reparse(before: &Parse, edit: &TextEdit) -> Parse {
    parse(&edit.apply(&before.syntax_node().text().to_string()))
}
