//! Names like others.

use rustc_hash::FxHashSet;

/// Whether a name is a number, or nothing.
pub(super) fn is_numeric(name: &str) -> bool {
    name.trim_start_matches('%').bytes().all(|it| it.is_ascii_digit())
}

/// A name like the given one that is not taken: a number becomes the least free number, a unique name gets another
/// number behind a dot, anything else gets a number behind it.
pub(super) fn fresh(name: &str, taken: &FxHashSet<String>) -> String {
    let free = (0..).map(|number: usize| match (is_numeric(name), name.starts_with("%.")) {
        (true, _) => format!("%{number}"),
        (false, true) => format!("{name}.{number}"),
        (false, false) => format!("{name}_{number}"),
    });
    let mut free = free.filter(|it| !taken.contains(it));
    free.next().unwrap_or_else(|| name.to_owned())
}
