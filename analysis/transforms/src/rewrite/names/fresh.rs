//! Names like others.

/// Whether a name is a number, or nothing.
pub(super) fn is_numeric(name: &str) -> bool {
    name.trim_start_matches('%').bytes().all(|it| it.is_ascii_digit())
}

/// The name itself if it is not taken, else one like it.
pub fn untaken(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    if is_taken(name) { fresh(name, is_taken) } else { name.to_owned() }
}

/// Another name like this one: instead of a number the least one that is not taken, after a unique name another number
/// after a dot, after anything else a number.
pub(super) fn fresh(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let free = (0..).map(|number: usize| match (is_numeric(name), name.starts_with("%.")) {
        (true, _) => format!("%{number}"),
        (false, true) => format!("{name}.{number}"),
        (false, false) => format!("{name}_{number}"),
    });
    let mut free = free.filter(|it| !is_taken(it));
    free.next().unwrap_or_else(|| name.to_owned())
}
