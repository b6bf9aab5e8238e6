//! Which function of one file is which of another: by the symbols that lead to it.

use rustc_hash::FxHashMap;

/// The symbols that lead to a function from the top of its part of a file, each without `@`. The outermost module is the
/// top: MLIR adds it where it is not written. Modules without a name add no symbol.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct SymbolPath {
    part: usize,
    /// The modules around, the outermost first, by their tables.
    modules: Vec<Module>,
    function: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Module {
    /// Empty of one that has no name.
    symbol: String,
    /// How many of the same name are before it.
    number: usize,
}

impl SymbolPath {
    /// Of a function in the table of that name: `part/@outer#0/#1`.
    pub(crate) fn of(table: &str, function: &str) -> Self {
        let (part, mut rest) = table.split_once('/').unwrap_or((table, ""));
        let mut modules = Vec::new();
        while !rest.is_empty() {
            let (symbol, behind) = rest.split_at(end_of_symbol(rest));
            let (number, behind) = match behind.trim_start_matches('#').split_once('/') {
                Some((number, behind)) => (number, behind),
                None => (behind.trim_start_matches('#'), ""),
            };
            let symbol = symbol.trim_start_matches('@').to_owned();
            modules.push(Module { symbol, number: number.parse().unwrap_or(0) });
            rest = behind;
        }
        Self { part: part.parse().unwrap_or(0), modules, function: function.to_owned() }
    }

    /// `outer::@f`
    pub(crate) fn name(&self) -> String {
        self.symbols(0).collect::<Vec<_>>().join("::@")
    }

    /// The symbols without those of this many modules.
    fn symbols(&self, skipped: usize) -> impl Iterator<Item = &str> {
        let modules = self.modules.iter().skip(skipped).map(|it| it.symbol.as_str());
        modules.filter(|it| !it.is_empty()).chain([self.function.as_str()])
    }
}

/// Where the symbol ends that the text begins with: one in quotes may hold anything.
fn end_of_symbol(text: &str) -> usize {
    let Some(quoted) = text.strip_prefix("@\"") else { return text.find('#').unwrap_or(text.len()) };
    let mut is_escaped = false;
    let end = quoted.find(|it| {
        let ends = it == '"' && !is_escaped;
        is_escaped = it == '\\' && !is_escaped;
        ends
    });
    end.map_or(text.len(), |it| it + "@\"\"".len())
}

/// The indices of functions that are one another, in the order of the first file, and then those of the second alone.
pub(crate) fn pairs(first: &[SymbolPath], second: &[SymbolPath]) -> Vec<(Option<usize>, Option<usize>)> {
    let mut partners: Vec<Option<usize>> = vec![None; first.len()];
    let mut is_taken = vec![false; second.len()];
    let tops = [top(first), top(second)];
    // The more exactly said, the earlier.
    for keys in [keys, keys_below_the_top, keys_without_parts] {
        let (own, others) = (keys(first, &tops[0]), keys(second, &tops[1]));
        let left = others.into_iter().zip(0..).filter(|(_, at)| !is_taken[*at]);
        let mut by_key: FxHashMap<Key<'_>, Vec<usize>> = FxHashMap::default();
        for (key, at) in left {
            by_key.entry(key).or_default().push(at);
        }
        for (partner, key) in partners.iter_mut().zip(&own).filter(|it| it.0.is_none()) {
            // Which of several is meant is not known.
            if let Some([at]) = by_key.get(key).map(Vec::as_slice)
                && !is_taken[*at]
            {
                *partner = Some(*at);
                is_taken[*at] = true;
            }
        }
    }
    let pairs = partners.iter().enumerate().map(|(at, partner)| (Some(at), *partner));
    let alone = (0..second.len()).filter(|it| !is_taken[*it]).map(|it| (None, Some(it)));
    pairs.chain(alone).collect()
}

/// The part, the symbols, and how many before have the same.
type Key<'a> = (usize, Vec<&'a str>, usize);

/// For each part: whether all of its functions are in one module, which then is the top.
type Tops = FxHashMap<usize, bool>;

fn top(paths: &[SymbolPath]) -> Tops {
    let mut found: FxHashMap<usize, (Option<&Module>, bool)> = FxHashMap::default();
    for path in paths {
        let outermost = path.modules.first();
        let (known, is_one) = found.entry(path.part).or_insert((outermost, outermost.is_some()));
        *is_one &= *known == outermost;
    }
    found.into_iter().map(|(part, (_, is_one))| (part, is_one)).collect()
}

fn keys<'a>(paths: &'a [SymbolPath], _: &Tops) -> Vec<Key<'a>> {
    numbered(paths.iter().map(|it| (it.part, it.symbols(0).collect())))
}

fn keys_below_the_top<'a>(paths: &'a [SymbolPath], tops: &Tops) -> Vec<Key<'a>> {
    let skipped = |it: &SymbolPath| usize::from(tops.get(&it.part).is_some_and(|it| *it));
    numbered(paths.iter().map(|it| (it.part, it.symbols(skipped(it)).collect())))
}

/// A file of parts may have become one of a single part.
fn keys_without_parts<'a>(paths: &'a [SymbolPath], tops: &Tops) -> Vec<Key<'a>> {
    keys_below_the_top(paths, tops).into_iter().map(|it| (0, it.1, 0)).collect()
}

fn numbered<'a>(paths: impl Iterator<Item = (usize, Vec<&'a str>)>) -> Vec<Key<'a>> {
    let mut counts: FxHashMap<(usize, Vec<&str>), usize> = FxHashMap::default();
    paths
        .map(|(part, symbols)| {
            let count = counts.entry((part, symbols.clone())).or_insert(0);
            *count += 1;
            (part, symbols, *count - 1)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paired(first: &[(&str, &str)], second: &[(&str, &str)]) -> Vec<(Option<usize>, Option<usize>)> {
        let [first, second] =
            [first, second].map(|all| all.iter().map(|it| SymbolPath::of(it.0, it.1)).collect::<Vec<_>>());
        pairs(&first, &second)
    }

    #[test]
    fn symbols_lead_to_functions() {
        let name = |table: &str| SymbolPath::of(table, "f").name();
        assert_eq!(name("0"), "f");
        assert_eq!(name("0/#0"), "f");
        assert_eq!(name("3/#0/@outer#0/#1/@inner#12"), "outer::@inner::@f");
        assert_eq!(name(r##"0/@"a/b#\"1"#0/@c#0"##), r##""a/b#\"1"::@c::@f"##);
    }

    #[test]
    fn the_outermost_module_may_be_left_out() {
        let both = vec![(Some(0), Some(0))];
        assert_eq!(paired(&[("0", "f")], &[("0/#0", "f")]), both);
        assert_eq!(paired(&[("0/@a#0", "f")], &[("0/@b#0", "f")]), both);
        assert_eq!(paired(&[("0/@a#0", "f")], &[("0", "f")]), both);
        assert_eq!(paired(&[("0/#0/@a#0", "f")], &[("0/@a#0", "f")]), both);
        // A module beside others has its name.
        let alone = vec![(Some(0), Some(0)), (Some(1), None), (None, Some(1))];
        assert_eq!(paired(&[("0", "g"), ("0/@a#0", "f")], &[("0", "g"), ("0/@b#0", "f")]), alone);
    }

    #[test]
    fn functions_of_one_name_are_told_apart() {
        let first = [("0/@a#0", "f"), ("0/@b#0", "f"), ("1", "f")];
        let second = [("1", "f"), ("0/@b#0", "f"), ("0/@a#0", "f")];
        let expected = [(0, 2), (1, 1), (2, 0)].map(|it| (Some(it.0), Some(it.1)));
        assert_eq!(paired(&first, &second), expected);
        let joined = [("0/#0", "f"), ("0/#0", "g")];
        assert_eq!(paired(&[("0", "f"), ("1", "g")], &joined), [(Some(0), Some(0)), (Some(1), Some(1))]);
        let unclear = paired(&[("0", "g"), ("1", "f"), ("2", "f")], &[("0", "f")]);
        assert_eq!(unclear[0], (Some(0), None));
    }
}
