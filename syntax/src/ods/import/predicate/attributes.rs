//! Predicates in C++ about an attribute that are understood: its kind and type, its number, its entries.

use super::{Predicates, UNKNOWN, combined, comparison, wrapped};

/// `cast<C>($_self)` and what is after it.
fn cast(text: &str) -> Option<(&str, &str)> {
    let (class, rest) = text.strip_prefix("cast<")?.split_once(">($_self)")?;
    is_attribute(class).then_some((class, rest))
}

fn is_attribute(class: &str) -> bool {
    class.ends_with("Attr") && class.bytes().all(|it| it.is_ascii_alphanumeric())
}

impl Predicates<'_> {
    /// A leaf in C++ about an attribute; `None` where it is about something else.
    pub(super) fn of_attribute(&self, text: &str) -> Option<String> {
        if let Some(negated) = text.strip_prefix('!').and_then(|it| self.of_attribute(it)) {
            return Some(wrapped("Not", &negated));
        }
        if text.contains("&&") && !text.contains("||") {
            return Some(combined("And", text.split("&&").map(|it| self.leaf(it.trim()))));
        }
        self.of_part(text).or_else(|| number(text)).or_else(|| numbers(text))
    }

    /// A question about its type, about the type that it stands for, or about one of its entries.
    fn of_part(&self, text: &str) -> Option<String> {
        let start = text.find("cast<")?;
        let (before, from) = text.split_at_checked(start)?;
        let (class, rest) = cast(from)?;
        let asked = |behind: &str| self.leaf(&format!("{before}$_self{behind}"));
        if let Some(behind) = rest.strip_prefix(".getType()") {
            return Some(wrapped("TypeOf", &asked(behind)));
        }
        if let Some(behind) = rest.strip_prefix(".getValue()").filter(|_| class == "TypeAttr") {
            return Some(wrapped("ValueType", &asked(behind)));
        }
        let (index, behind) = rest.strip_prefix('[')?.split_once(']').filter(|_| class == "ArrayAttr")?;
        index.parse::<usize>().ok()?;
        let inner = asked(behind);
        Some(if inner == UNKNOWN { inner } else { format!("Entry<\"{index}\", {inner}>") })
    }

    /// Of each entry of a list.
    pub(super) fn of_entries(prefix: &str, suffix: &str, inner: &str) -> Option<String> {
        let is_of_list = prefix == "all_of(cast<ArrayAttr>($_self), [&](Attribute attr) { return attr && ("
            && suffix == "); })";
        is_of_list.then(|| wrapped("Each", inner))
    }
}

/// The number that it is, or how many entries it has.
fn number(text: &str) -> Option<String> {
    if let Some(rest) = text.strip_prefix("is_contained({") {
        let (list, rest) = rest.split_once("}, ")?;
        let each: Option<Vec<i64>> = list.split(',').map(|it| it.trim().parse().ok()).collect();
        let each: Vec<String> = each?.iter().map(|it| format!("\"{it}\"")).collect();
        return (rest == "cast<IntegerAttr>($_self).getInt())")
            .then(|| format!("ValueIsOneOf<{}>", each.join(", ")));
    }
    let (class, rest) = cast(text)?;
    match (class, rest) {
        ("IntegerAttr", ".getValue().isNegative()") => return Some("ValueBelow<\"0\">".to_owned()),
        ("IntegerAttr", ".getValue().isStrictlyPositive()") => return Some("ValueAbove<\"0\">".to_owned()),
        ("IntegerAttr", ".getValue().isPowerOf2()") => return Some("ValueIsPowerOf2".to_owned()),
        _ => {}
    }
    let (asked, compared) = rest.split_once("() ")?;
    let what = match (class, asked) {
        ("IntegerAttr", ".getInt") => "Value",
        ("ArrayAttr" | "DenseArrayAttr", ".size") => "Count",
        _ => return None,
    };
    comparison(what, compared)
}

/// The numbers of `array<…>`.
fn numbers(text: &str) -> Option<String> {
    if let Some(list) = text.strip_prefix("is_sorted(") {
        return (cast(list)?.1 == ".asArrayRef())").then(|| "NumbersAscend".to_owned());
    }
    let (_, asked) = cast(text.strip_prefix("all_of(")?)?;
    let compared = asked.strip_prefix(".asArrayRef(), [&](auto v) { return v ")?.strip_suffix("; })")?;
    Some(wrapped("Numbers", &comparison("Value", compared)?))
}
