//! The notation of forms and signatures, and its reader.
//!
//! A form is a sequence of words between blanks:
//!
//! | word | stands for |
//! |---|---|
//! | `,` `:` `=` `->` | the token |
//! | `( … )`, `[ … ]` | the brackets, and what stands between them |
//! | `into`, `step`, … | the keyword |
//! | `$x`, `$x?`, `$x*` | an operand; one that may be missing; any number of them |
//! | `mixed($x*)`, `mixed-parens($x*)` | a list in square brackets, or parentheses, of operands and integers |
//! | `type($x)`, `types($x*)` | the type of `x`; the types of all `x` |
//! | `type-pair($x,$y)` | `type($x) , type($y)`, or `type($y)` alone |
//! | `arrow-types($x*)` | `->` and a type, or types in parentheses |
//! | `function-type($x,$y*;$z)` | a function type from the types of `x` and `y` to that of `z` |
//! | `attr-dict` | a dictionary, if there is one |
//! | `attr(a)`, `integer(a)`, `string(a)`, `map(a)` | an attribute; one of that kind, without a type |
//! | `keyword(a)`, `<a>` | a keyword as an attribute; an attribute's body in angle brackets |
//! | `keyword(a:x\|y)`, `<a:x\|y>` | the same, where only `x` and `y` mean something |
//! | `rounding(a)` | the keyword of a rounding mode |
//! | `symbol(a)`, `symbol-name(a)` | a reference to a symbol; the name of one that is defined |
//! | `region(r)`, `regions(r)` | a region; a list of them |
//! | `successor(s)` | a block to go to, with its operands |
//! | `argument($x)`, `arguments($x*)` | a block argument; a list of them in parentheses |
//! | `iter-args(k,$x*,$y*)` | `k` and, in parentheses, arguments `x` each with its initial value `y`; `-` for no `k` |
//! | `{ … }?`, `{ … }*`, `{ … \| … }` | at most once; any number of times; one of these |

use super::{Arity, AttributeFormat, OpFormat, TypeRule, ValueFormat};
use crate::SyntaxKind::{self, *};

/// A piece of a form. Slots are indices into [`OpFormat`]'s type slots.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Element {
    Token(SyntaxKind),
    Keyword(&'static str),
    /// From the opening bracket to its partner.
    Bracketed {
        open: SyntaxKind,
        inside: Box<[Element]>,
    },
    Operand {
        name: &'static str,
        arity: Arity,
    },
    Mixed {
        name: &'static str,
        open: SyntaxKind,
    },
    Type {
        slot: usize,
    },
    Types {
        slot: usize,
    },
    TypePair {
        first: usize,
        second: usize,
    },
    ArrowTypes {
        slot: usize,
    },
    FunctionType {
        inputs: Box<[TypeShare]>,
        results: Box<[TypeShare]>,
    },
    AttrDict,
    Attribute {
        name: &'static str,
        class: AttributeClass,
    },
    Symbol {
        name: &'static str,
    },
    SymbolName,
    Region {
        name: &'static str,
    },
    Regions {
        name: &'static str,
    },
    Successor {
        name: &'static str,
    },
    Argument {
        name: &'static str,
    },
    Arguments {
        name: &'static str,
    },
    IterArgs {
        keyword: Option<&'static str>,
        arguments: &'static str,
        operands: &'static str,
    },
    Group {
        alternatives: Box<[Box<[Element]>]>,
        repeat: Repeat,
    },
}

/// Which slot takes how many types of a function type.
pub(super) type TypeShare = (usize, Arity);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AttributeClass {
    Any,
    Integer,
    String,
    Map,
    Keyword,
    Angles,
    Rounding,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Repeat {
    Once,
    Optional,
    Many,
}

impl Element {
    /// Whether there may be nothing in the text for it.
    pub(super) fn is_skippable(&self) -> bool {
        match self {
            Self::AttrDict => true,
            Self::Operand { arity, .. } => *arity != Arity::One,
            Self::Group { repeat, .. } => *repeat != Repeat::Once,
            _ => false,
        }
    }
}

/// The first alternative that starts here, where `starts` tells it of single elements.
pub(super) fn choose<'e>(
    alternatives: &'e [Box<[Element]>],
    starts: &impl Fn(&Element) -> bool,
) -> Option<&'e [Element]> {
    alternatives.iter().map(|it| &**it).find(|it| sequence_starts(it, starts))
}

fn sequence_starts(elements: &[Element], starts: &impl Fn(&Element) -> bool) -> bool {
    elements
        .iter()
        .find_map(|it| if starts(it) { Some(true) } else { (!it.is_skippable()).then_some(false) })
        .unwrap_or(false)
}

/// What an entry's form and signature say.
#[derive(Debug, Clone)]
pub(super) struct Parsed {
    operands: Vec<ValueFormat>,
    results: Vec<ValueFormat>,
    arguments: Vec<ValueFormat>,
    regions: Vec<&'static str>,
    attributes: Vec<AttributeFormat>,
    elements: Box<[Element]>,
    slots: Vec<&'static str>,
}

impl Parsed {
    pub(super) fn into_format(self, name: String) -> OpFormat {
        OpFormat {
            name,
            operands: self.operands.into(),
            results: self.results.into(),
            arguments: self.arguments.into(),
            regions: self.regions.into(),
            attributes: self.attributes.into(),
            elements: self.elements,
            slots: self.slots.into(),
        }
    }
}

/// Reads a form and its signature, or says what is malformed.
pub(super) fn parse(form: &'static str, signature: &'static str) -> Result<Parsed, String> {
    let mut reader = Reader { words: form.split_whitespace().collect(), ..Reader::default() };
    let elements = reader.sequence(&[])?;
    let Reader { operands: used, arguments: stated, regions, attributes, slots, .. } = reader;

    let (values, arguments) = signature.split_once(';').unwrap_or((signature, ""));
    let (operands, results) = values.split_once("->").unwrap_or((values, ""));
    let parsed = Parsed {
        operands: values_of(operands, &slots)?,
        results: values_of(results, &slots)?,
        arguments: values_of(arguments, &slots)?,
        regions,
        attributes,
        elements,
        slots,
    };
    same_names("operands", &used, &parsed.operands)?;
    same_names("arguments", &stated, &parsed.arguments)?;
    let known = |name| {
        parsed.operands.iter().chain(&parsed.results).chain(&parsed.arguments).any(|it| it.name == name)
    };
    for value in parsed.operands.iter().chain(&parsed.results).chain(&parsed.arguments) {
        for rule in [value.rule, value.otherwise] {
            match rule {
                TypeRule::SameAs(name) | TypeRule::I1Like(name) | TypeRule::ElementOf(name)
                    if !known(name) =>
                {
                    return Err(format!("no value `{name}`"));
                }
                TypeRule::TypeOfAttribute(name) if parsed.attributes.iter().all(|it| it.name != name) => {
                    return Err(format!("no attribute `{name}`"));
                }
                _ => {}
            }
        }
    }
    Ok(parsed)
}

/// Values of the form and of the signature are the same, in whatever order.
fn same_names(what: &str, used: &[(&str, Arity)], declared: &[ValueFormat]) -> Result<(), String> {
    for (name, arity) in used {
        let Some(value) = declared.iter().find(|it| it.name == *name) else {
            return Err(format!("{what}: `{name}` is not in the signature"));
        };
        if *arity == Arity::Variadic && value.arity != Arity::Variadic {
            return Err(format!("{what}: `{name}` is variadic in the form alone"));
        }
    }
    match declared.iter().find(|it| used.iter().all(|(name, _)| *name != it.name)) {
        Some(value) => Err(format!("{what}: `{}` is not in the form", value.name)),
        None => Ok(()),
    }
}

/// The values of one list of a signature.
fn values_of(list: &'static str, slots: &[&'static str]) -> Result<Vec<ValueFormat>, String> {
    list.split(',')
        .map(str::trim)
        .filter(|it| !it.is_empty())
        .map(|text| {
            let (name, rule) = match text.split_once(':') {
                Some((name, rule)) => (name.trim(), Some(rule_of(rule.trim())?)),
                None => (text, None),
            };
            let (name, arity) = name_and_arity(name);
            let slot = slots.iter().position(|it| *it == name);
            if slot.is_none() && rule.is_none() {
                return Err(format!("`{name}` has neither a type in the form nor a rule"));
            }
            let stated = rule.unwrap_or(TypeRule::Unknown);
            Ok(match slot {
                Some(slot) => ValueFormat { name, arity, rule: TypeRule::Written(slot), otherwise: stated },
                None => ValueFormat { name, arity, rule: stated, otherwise: TypeRule::Unknown },
            })
        })
        .collect()
}

fn rule_of(rule: &'static str) -> Result<TypeRule, String> {
    if let Some(name) = rule.strip_prefix('=') {
        return Ok(TypeRule::SameAs(name));
    }
    match rule.split_once('(').map(|(word, rest)| (word, rest.trim_end_matches(')'))) {
        Some(("i1like", name)) => Ok(TypeRule::I1Like(name)),
        Some(("element", name)) => Ok(TypeRule::ElementOf(name)),
        Some(("attribute", name)) => Ok(TypeRule::TypeOfAttribute(name)),
        Some(_) => Err(format!("no rule `{rule}`")),
        None => match rule {
            "index" => Ok(TypeRule::Index),
            "i1" => Ok(TypeRule::Fixed("i1")),
            "?" => Ok(TypeRule::Unknown),
            _ => Err(format!("no rule `{rule}`")),
        },
    }
}

fn name_and_arity(text: &'static str) -> (&'static str, Arity) {
    let text = text.strip_prefix('$').unwrap_or(text);
    if let Some(name) = text.strip_suffix('*') {
        (name, Arity::Variadic)
    } else if let Some(name) = text.strip_suffix('?') {
        (name, Arity::Optional)
    } else {
        (text, Arity::One)
    }
}

#[derive(Default)]
struct Reader {
    words: Vec<&'static str>,
    next: usize,
    operands: Vec<(&'static str, Arity)>,
    arguments: Vec<(&'static str, Arity)>,
    regions: Vec<&'static str>,
    attributes: Vec<AttributeFormat>,
    slots: Vec<&'static str>,
}

impl Reader {
    /// Elements up to one of the words `ends`, which stays, or the end of the form.
    fn sequence(&mut self, ends: &[&str]) -> Result<Box<[Element]>, String> {
        let mut elements = Vec::new();
        loop {
            match self.words.get(self.next) {
                Some(word) if ends.contains(word) => break,
                Some(word) => {
                    self.next += 1;
                    elements.push(self.element(word)?);
                }
                None if ends.is_empty() => break,
                None => return Err("a group is not closed".to_owned()),
            }
        }
        Ok(elements.into())
    }

    fn element(&mut self, word: &'static str) -> Result<Element, String> {
        if word == "{" {
            return self.group();
        }
        if word == "attr-dict" {
            return Ok(Element::AttrDict);
        }
        if let Some(kind) = punctuation(word) {
            return Ok(Element::Token(kind));
        }
        if word == "(" {
            return self.bracketed(L_PAREN, ")");
        }
        if word == "[" {
            return self.bracketed(L_BRACKET, "]");
        }
        if word.starts_with('$') {
            let (name, arity) = self.operand(word);
            return Ok(Element::Operand { name, arity });
        }
        if let Some(name) = word.strip_prefix('<').and_then(|it| it.strip_suffix('>')) {
            return Ok(self.attribute(name, AttributeClass::Angles));
        }
        if let Some((word, arguments)) = word.strip_suffix(')').and_then(|it| it.split_once('(')) {
            return self.call(word, arguments);
        }
        if word.bytes().all(|it| it.is_ascii_lowercase() || it.is_ascii_digit() || it == b'_') {
            return Ok(Element::Keyword(word));
        }
        Err(format!("no word `{word}`"))
    }

    fn bracketed(&mut self, open: SyntaxKind, end: &str) -> Result<Element, String> {
        let inside = self.sequence(&[end])?;
        self.next += 1;
        Ok(Element::Bracketed { open, inside })
    }

    fn group(&mut self) -> Result<Element, String> {
        let ends = ["|", "}", "}?", "}*"];
        let mut alternatives = vec![self.sequence(&ends)?];
        loop {
            let end = self.words.get(self.next).copied();
            self.next += 1;
            let repeat = match end {
                Some("|") => {
                    alternatives.push(self.sequence(&ends)?);
                    continue;
                }
                Some("}") => Repeat::Once,
                Some("}?") => Repeat::Optional,
                _ => Repeat::Many,
            };
            if alternatives.iter().any(|it| it.iter().all(Element::is_skippable)) {
                return Err("a group may be empty".to_owned());
            }
            return Ok(Element::Group { alternatives: alternatives.into(), repeat });
        }
    }

    fn call(&mut self, word: &str, arguments: &'static str) -> Result<Element, String> {
        let (name, arity) = name_and_arity(arguments);
        Ok(match word {
            "mixed" | "mixed-parens" => {
                let (name, _) = self.operand(arguments);
                Element::Mixed { name, open: if word == "mixed" { L_BRACKET } else { L_PAREN } }
            }
            "type" => Element::Type { slot: self.slot(name) },
            "types" => Element::Types { slot: self.slot(name) },
            "arrow-types" => Element::ArrowTypes { slot: self.slot(name) },
            "type-pair" => {
                let (first, second) = arguments.split_once(',').ok_or("a pair has two types")?;
                Element::TypePair {
                    first: self.slot(name_and_arity(first).0),
                    second: self.slot(name_and_arity(second).0),
                }
            }
            "function-type" => {
                let (inputs, results) = arguments.split_once(';').ok_or("a function type has results")?;
                Element::FunctionType { inputs: self.shares(inputs), results: self.shares(results) }
            }
            "attr" => self.attribute(name, AttributeClass::Any),
            "integer" => self.attribute(name, AttributeClass::Integer),
            "string" => self.attribute(name, AttributeClass::String),
            "map" => self.attribute(name, AttributeClass::Map),
            "keyword" => self.attribute(name, AttributeClass::Keyword),
            "rounding" => self.attribute(name, AttributeClass::Rounding),
            "symbol" => {
                self.attributes.push(AttributeFormat { name, keywords: Box::default() });
                Element::Symbol { name }
            }
            "symbol-name" => Element::SymbolName,
            "region" => {
                self.regions.push(name);
                Element::Region { name }
            }
            "regions" => {
                self.regions.push(name);
                Element::Regions { name }
            }
            "successor" => Element::Successor { name },
            "argument" => {
                self.arguments.push((name, arity));
                Element::Argument { name }
            }
            "arguments" => {
                self.arguments.push((name, arity));
                Element::Arguments { name }
            }
            "iter-args" => {
                let mut parts = arguments.split(',');
                let (Some(keyword), Some(defined), Some(initial)) =
                    (parts.next(), parts.next(), parts.next())
                else {
                    return Err("iter-args has three parts".to_owned());
                };
                let defined = name_and_arity(defined);
                self.arguments.push(defined);
                let (operands, _) = self.operand(initial);
                let keyword = (keyword != "-").then_some(keyword);
                Element::IterArgs { keyword, arguments: defined.0, operands }
            }
            _ => return Err(format!("no word `{word}(…)`")),
        })
    }

    fn operand(&mut self, text: &'static str) -> (&'static str, Arity) {
        let operand = name_and_arity(text);
        if !self.operands.contains(&operand) {
            self.operands.push(operand);
        }
        operand
    }

    fn attribute(&mut self, text: &'static str, class: AttributeClass) -> Element {
        let shared = || SHARED_KEYWORDS.iter().find(|it| it.0 == text).map_or("", |it| it.1);
        let (name, keywords) = text.split_once(':').unwrap_or_else(|| (text, shared()));
        let keywords = keywords.split('|').filter(|it| !it.is_empty()).collect();
        self.attributes.push(AttributeFormat { name, keywords });
        Element::Attribute { name, class }
    }

    fn shares(&mut self, list: &'static str) -> Box<[TypeShare]> {
        list.split(',')
            .map(|it| {
                let (name, arity) = name_and_arity(it);
                (self.slot(name), arity)
            })
            .collect()
    }

    fn slot(&mut self, name: &'static str) -> usize {
        self.slots.iter().position(|it| *it == name).unwrap_or_else(|| {
            self.slots.push(name);
            self.slots.len() - 1
        })
    }
}

/// The keywords of attributes that many forms have and that are the same in all of them.
const SHARED_KEYWORDS: [(&str, &str); 3] = [
    ("fastmath", "none|reassoc|nnan|ninf|nsz|arcp|contract|afn|fast"),
    ("overflow", "none|nsw|nuw"),
    ("roundingmode", "to_nearest_even|downward|upward|toward_zero|to_nearest_away"),
];

fn punctuation(word: &str) -> Option<SyntaxKind> {
    Some(match word {
        "," => COMMA,
        ":" => COLON,
        "=" => EQ,
        "->" => ARROW,
        _ => return None,
    })
}
