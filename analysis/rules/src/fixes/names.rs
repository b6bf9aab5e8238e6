//! The places of names in a file, and the defined ones: found once for all its diagnostics, each of which would
//! otherwise read the whole text.

use rowan::GreenNodeData;
use rustc_hash::FxHashMap;
use syntax::{Located, LocatedElement, SyntaxKind, TextRange, TextSize};

#[derive(Default)]
pub struct NamePlaces {
    /// Of names with their sigil, in text order.
    places: FxHashMap<Box<str>, Vec<TextRange>>,
    /// Of the values that results and arguments of blocks are, in text order.
    definitions: FxHashMap<Box<str>, Vec<TextRange>>,
    /// The values that nothing defines in their part, in text order.
    undefined: Vec<(TextSize, Box<str>)>,
}

impl NamePlaces {
    pub fn of(root: &GreenNodeData) -> Self {
        let mut names = Self::default();
        for part in Located::root(root).children_of_kind(SyntaxKind::PART) {
            let mut in_part = InPart::default();
            in_part.collect(part);
            let is_undefined =
                |it: &&(&str, TextRange)| it.0.starts_with('%') && !in_part.definitions.contains_key(it.0);
            let undefined = in_part.places.iter().filter(is_undefined);
            names.undefined.extend(undefined.map(|(name, range)| (range.start(), (*name).into())));
            for (name, ranges) in in_part.definitions {
                names.definitions.entry(name.into()).or_default().extend(ranges);
            }
            for (name, range) in in_part.places {
                names.places.entry(name.into()).or_default().push(range);
            }
        }
        names
    }

    /// The places of a name in a range.
    pub fn places(&self, name: &str, within: TextRange) -> &[TextRange] {
        inside(self.places.get(name), within)
    }

    /// Where a value of this name is defined in a range.
    pub fn definitions(&self, name: &str, within: TextRange) -> &[TextRange] {
        inside(self.definitions.get(name), within)
    }

    /// The values in a range that nothing defines in their part; one may come more than once.
    pub fn undefined(&self, within: TextRange) -> impl Iterator<Item = &str> {
        let first = self.undefined.partition_point(|it| it.0 < within.start());
        let rest = self.undefined.get(first..).unwrap_or_default().iter();
        rest.take_while(move |it| it.0 < within.end()).map(|it| &*it.1)
    }

    /// Each name once, in no order.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        self.places.keys().map(|it| &**it)
    }

    pub fn is_taken(&self, name: &str) -> bool {
        self.places.contains_key(name)
    }
}

fn inside(places: Option<&Vec<TextRange>>, range: TextRange) -> &[TextRange] {
    let places = places.map(Vec::as_slice).unwrap_or_default();
    let first = places.partition_point(|it| it.start() < range.start());
    let end = places.partition_point(|it| it.end() <= range.end());
    places.get(first..end).unwrap_or_default()
}

#[derive(Default)]
struct InPart<'a> {
    places: Vec<(&'a str, TextRange)>,
    definitions: FxHashMap<&'a str, Vec<TextRange>>,
}

impl<'a> InPart<'a> {
    /// Recursion follows the tree, whose depth the parser bounds.
    fn collect(&mut self, node: Located<'a>) {
        let is_definition = matches!(node.kind(), SyntaxKind::OP_RESULT | SyntaxKind::BLOCK_ARGUMENT);
        let mut is_first = true;
        for child in node.children_with_tokens() {
            match child {
                LocatedElement::Node(node) => self.collect(node),
                LocatedElement::Token(token) if token.kind().is_sigil_name() => {
                    let (name, range) = (token.text(), token.text_range());
                    self.places.push((name, range));
                    if is_definition && is_first {
                        self.definitions.entry(name).or_default().push(range);
                    }
                    is_first = false;
                }
                LocatedElement::Token(_) => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::NamePlaces;
    use syntax::{TextRange, TextSize};

    #[test]
    fn places_definitions_and_what_is_missing() {
        let text = "func.func @f(%a: index) {
  %b:2 = \"x.y\"(%a, %c) : (index, index) -> (index, index)
  \"x.z\"(%b#1) : (index) -> ()
}
// -----
\"x.z\"(%a) : (index) -> ()
";
        let parse = syntax::parse(text);
        let names = NamePlaces::of(parse.green());
        let whole = TextRange::up_to(TextSize::of(text));
        let marker = TextSize::of(text.split("// -----").next().unwrap());
        let (first, second) = (TextRange::up_to(marker), TextRange::new(marker, whole.end()));
        assert_eq!(names.places("%a", whole).len(), 3);
        assert_eq!(names.places("%a", second).len(), 1);
        assert_eq!(names.definitions("%a", whole), [names.places("%a", first)[0]]);
        assert_eq!(names.definitions("%b", whole).len(), 1);
        assert_eq!(names.undefined(first).collect::<Vec<_>>(), ["%c"]);
        assert_eq!(names.undefined(whole).collect::<Vec<_>>(), ["%c", "%a"]);
        assert!(names.is_taken("@f") && !names.is_taken("%d"));
    }
}
