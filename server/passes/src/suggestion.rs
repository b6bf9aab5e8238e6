//! A suggestion for an unknown name.

/// From how much likeness on, by Jaro and Winkler, a name may have been meant.
const LIKE: f64 = 0.88;

/// So much less than the best one another may be alike.
const ABOUT: f64 = 0.02;

/// This many names are proposed at most.
const MOST: usize = 3;

/// `; did you mean `a` or `b`?`, or nothing where none of the known names is like it.
pub fn did_you_mean<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> String {
    let wanted = name.to_lowercase();
    let likeness = |it: &'n str| (strsim::jaro_winkler(&wanted, &it.to_lowercase()), it);
    let mut close: Vec<_> = known.into_iter().map(likeness).filter(|it| it.0 >= LIKE).collect();
    close.sort_by(|left, right| right.0.total_cmp(&left.0).then(left.1.cmp(right.1)));
    close.dedup();
    let best = close.first().map_or(0.0, |it| it.0);
    close.retain(|it| it.0 >= best - ABOUT);
    let close: Vec<_> = close.iter().take(MOST).map(|it| format!("`{}`", it.1)).collect();
    if close.is_empty() { String::new() } else { format!("; did you mean {}?", close.join(" or ")) }
}

#[cfg(test)]
mod tests {
    use super::did_you_mean;

    #[test]
    fn near_misses() {
        let names = ["affine-loop-tile", "affine-loop-fusion", "cse", "tile-size"];
        for (name, meant) in [
            ("affine-lop-tile", "; did you mean `affine-loop-tile`?"),
            ("AFFINE-LOOP-FUSION", "; did you mean `affine-loop-fusion`?"),
            ("tile-sise", "; did you mean `tile-size`?"),
            ("canonicalize", ""),
            ("", ""),
        ] {
            assert_eq!(did_you_mean(name, names), meant, "{name}");
        }
    }
}
