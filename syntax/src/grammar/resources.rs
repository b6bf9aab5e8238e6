//! File metadata after the operations of a file: `{-# … #-}`.

use crate::{SyntaxErrorCode, SyntaxKind::*, grammar::comma_list, parser::Parser};

/// `{-#` entry,* `#-}`, as flat tokens: the blobs are long and say nothing to anybody here.
pub(crate) fn resources(p: &mut Parser<'_>) {
    let m = p.start();
    p.bump_any();
    entries(p, Group::File);
    while !p.at_eof() && !p.at(RESOURCES_END) {
        if !p.is_silent() {
            p.expected("'#-}'");
        }
        p.bump_opaque();
    }
    p.expect(RESOURCES_END);
    m.complete(p, RESOURCES);
}

/// The values of a group of entries.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Group {
    /// The kinds of resources.
    File,
    /// Dialects, with the resources of each.
    Dialects,
    /// Values of `dense_resource` attributes.
    Blobs,
    Other,
}

/// entry,* up to the end of the resources or of the group
fn entries(p: &mut Parser<'_>, group: Group) {
    if !p.at(RESOURCES_END) {
        comma_list(p, |p| entry(p, group));
    }
}

/// key `:` (`{` entry,* `}` | value)
fn entry(p: &mut Parser<'_>, group: Group) {
    if !matches!(p.current(), BARE_ID | STRING) {
        return p.expected("a key");
    }
    let inner = match (group, p.current_text()) {
        (Group::File, "dialect_resources") => Group::Dialects,
        (Group::Dialects, "builtin") => Group::Blobs,
        _ => Group::Other,
    };
    p.bump_any();
    if !p.expect(COLON) {
        return;
    }
    match p.current() {
        L_BRACE => {
            p.bracketed(|p| entries(p, inner));
        }
        STRING => {
            if group == Group::Blobs && !is_well_formed_blob(p.current_text()) {
                let at = p.position();
                let message =
                    "a blob is \"0x\" and hexadecimal digits, of which the first eight are its alignment";
                p.error_between(SyntaxErrorCode::ExpectedToken, at, at + 1, message);
            }
            p.bump_any();
        }
        BARE_ID if matches!(p.current_text(), "true" | "false") => p.bump_any(),
        _ => p.expected("a string, true, false or '{'"),
    }
}

fn is_well_formed_blob(text: &str) -> bool {
    let digits = text.strip_prefix("\"0x").and_then(|it| it.strip_suffix('"'));
    digits.is_some_and(|it| it.len() >= 8 && it.len() % 2 == 0 && it.bytes().all(|it| it.is_ascii_hexdigit()))
}
