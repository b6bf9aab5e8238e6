//! The predicates of constraints of types and attributes, which ODS writes in C++, as expressions of what is understood of
//! them.
//!
//! Their combinations are data. Of the leaves those are understood that ask a builtin type or attribute for what a
//! program's text shows; any other is `Unknown`, which neither holds nor fails.

mod attributes;

use ods::{Record, Records, Value};
use rustc_hash::FxHashMap;

/// Predicates nest no deeper than this; what is deeper is unknown.
const MAX_DEPTH: usize = 10;

/// An expression is no longer than this many bytes; what is longer is unknown.
const MAX_BYTES: usize = 4_000;

const UNKNOWN: &str = "Unknown";

/// Types of MLIR's dialects whose classes are written in C++, not by ODS, and what texts call them.
const WRITTEN_TYPES: &[(&str, &str)] = &[
    ("quant::QuantizedType", "quant."),
    ("spirv::ArrayType", "spirv.array"),
    ("spirv::CooperativeMatrixType", "spirv.coopmatrix"),
    ("spirv::ImageType", "spirv.image"),
    ("spirv::MatrixType", "spirv.matrix"),
    ("spirv::PointerType", "spirv.ptr"),
    ("spirv::RuntimeArrayType", "spirv.rtarray"),
    ("spirv::SampledImageType", "spirv.sampled_image"),
    ("spirv::StructType", "spirv.struct"),
    ("spirv::TensorArmType", "spirv.arm.tensor"),
];

/// A reader of predicates, with the types and attributes that the records define.
pub(super) struct Predicates<'a> {
    records: &'a Records,
    /// The names of dialects' types and attributes by their classes in C++.
    types: FxHashMap<String, String>,
}

impl<'a> Predicates<'a> {
    pub(super) fn new(records: &'a Records) -> Self {
        let types = records.records.iter().filter(|it| it.is_a("TypeDef") || it.is_a("AttrDef"));
        let types = types.filter(|it| !it.is_anonymous);
        let named = |it: &Record| {
            let dialect = records.of(it.field("dialect"))?;
            let class = it.field("cppClassName").as_str()?;
            let full = format!("{}::{class}", dialect.field("cppNamespace").as_str()?);
            let mnemonic = it.field("mnemonic").as_str().unwrap_or_default();
            // Builtin types are known by their classes.
            let dialect = dialect.field("name").as_str().filter(|it| *it != "builtin")?;
            Some((normal(&full), format!("{dialect}.{mnemonic}")))
        };
        Self { records, types: types.filter_map(named).collect() }
    }

    /// A constraint on types or attributes, as far as it is understood; `None` where nothing is.
    pub(super) fn of(&self, constraint: &Record) -> Option<String> {
        let predicate = self.records.of(constraint.field("predicate"))?;
        let found = self.expression(predicate, MAX_DEPTH);
        (found != UNKNOWN && found.len() <= MAX_BYTES).then_some(found)
    }

    fn expression(&self, predicate: &Record, depth: usize) -> String {
        let Some(depth) = depth.checked_sub(1) else { return UNKNOWN.to_owned() };
        if !predicate.is_a("CombinedPred") {
            return predicate.field("predExpr").as_str().map_or(UNKNOWN.to_owned(), |it| self.leaf(it));
        }
        let children = match predicate.field("children") {
            Value::List(it) => it,
            _ => return UNKNOWN.to_owned(),
        };
        let child = |it: &Value| match self.records.of(it) {
            Some(child) => self.expression(child, depth),
            None => UNKNOWN.to_owned(),
        };
        let text = |field: &str| predicate.field(field).as_str().map(normal).unwrap_or_default();
        let kind = self.records.of(predicate.field("kind")).map_or("", |it| &it.name);
        match (kind, &**children) {
            ("PredCombinerAnd", _) => combined("And", children.iter().map(child)),
            ("PredCombinerOr", _) => combined("Or", children.iter().map(child)),
            ("PredCombinerNot", [inner]) => wrapped("Not", &child(inner)),
            ("PredCombinerSubstLeaves", [inner]) if text("pattern") == "$_self" => {
                match &*text("replacement") {
                    "elementType" | "attr" => child(inner),
                    "cast<TypeAttr>($_self).getValue()" => wrapped("ValueType", &child(inner)),
                    it if is_element_of_self(it) => wrapped("Element", &child(inner)),
                    _ => UNKNOWN.to_owned(),
                }
            }
            // A function of the element type, which is called at once.
            ("PredCombinerConcat", [inner]) if text("prefix") == "[](Type elementType) { return" => {
                let call = text("suffix");
                let argument = call.strip_prefix("; }(").and_then(|it| it.strip_suffix(')'));
                match argument.is_some_and(is_element_of_self) {
                    true => wrapped("Element", &child(inner)),
                    false => UNKNOWN.to_owned(),
                }
            }
            ("PredCombinerConcat", [inner]) => {
                let found = Self::of_entries(&text("prefix"), &text("suffix"), &child(inner));
                found.unwrap_or_else(|| UNKNOWN.to_owned())
            }
            _ => UNKNOWN.to_owned(),
        }
    }

    /// A leaf in C++.
    fn leaf(&self, text: &str) -> String {
        let text = normal(text);
        let text = text.strip_prefix('(').and_then(|it| it.strip_suffix(')')).unwrap_or(&text).trim();
        if text == "true" {
            return "And".to_owned();
        }
        if let Some(rest) = text.strip_prefix("$_self.getElementType()") {
            return wrapped("Element", &self.leaf(&format!("$_self{rest}")));
        }
        // Which vectors are LLVM's is not asked.
        if text == "LLVM::isCompatibleVectorType($_self)" {
            return format!("And<IsA<\"VectorType\">, {UNKNOWN}>");
        }
        let is_a = text.strip_prefix("isa<").and_then(|it| it.strip_suffix(">($_self)"));
        if let Some(classes) = is_a {
            return combined("Or", classes.split(',').map(|it| self.is_a(it.trim())));
        }
        let asked = text.strip_prefix("$_self.is").and_then(|it| it.strip_suffix(')')?.split_once('('));
        if let Some((what, argument)) = asked
            && what.bytes().all(|it| it.is_ascii_alphanumeric())
            && argument.bytes().all(|it| it.is_ascii_digit())
        {
            return if argument.is_empty() { format!("Is{what}") } else { format!("Is{what}<{argument}>") };
        }
        if let Some(sizes) =
            text.strip_prefix("all_of(cast<").and_then(|it| it.split_once(">($_self).getShape(), "))
        {
            return match sizes.1 {
                "[](auto v) { return v != 0; })" => "NoSizeIs<0>".to_owned(),
                "[](auto v) { return v == 1; })" => "EachSizeIs<1>".to_owned(),
                _ => UNKNOWN.to_owned(),
            };
        }
        if text.starts_with("!!") && text.ends_with("Encoding($_self)") {
            return "HasEncoding".to_owned();
        }
        let of_class = text
            .strip_prefix("cast<")
            .and_then(|it| it.split_once(">($_self)."))
            .filter(|it| it.0.bytes().all(|it| it.is_ascii_alphanumeric()));
        let of_shape = of_class.map(|it| it.1).or_else(|| text.strip_prefix("$_self."));
        let found = of_shape.and_then(shape).or_else(|| self.of_attribute(text));
        found.unwrap_or_else(|| UNKNOWN.to_owned())
    }

    fn is_a(&self, class: &str) -> String {
        let written = WRITTEN_TYPES.iter().find(|it| it.0 == class).map(|it| it.1);
        if let Some(name) = self.types.get(class).map(String::as_str).or(written) {
            return format!("IsDialectType<\"{name}\">");
        }
        match class.bytes().all(|it| it.is_ascii_alphanumeric()) {
            true => format!("IsA<\"{class}\">"),
            false => UNKNOWN.to_owned(),
        }
    }
}

/// A condition on a shape.
fn shape(call: &str) -> Option<String> {
    match call {
        "hasRank()" => return Some("HasRank".to_owned()),
        "hasStaticShape()" => return Some("HasStaticShape".to_owned()),
        _ => {}
    }
    if let Some(sizes) = call.strip_prefix("getShape() == ArrayRef<int64_t>({") {
        let sizes: Vec<&str> = sizes.strip_suffix("})")?.split(',').map(str::trim).collect();
        let is_number = |it: &&str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit());
        return sizes.iter().all(is_number).then(|| format!("HasSizes<{}>", sizes.join(", ")));
    }
    let (what, compared) = call.split_once("() ")?;
    let what = match what {
        "getRank" => "Rank",
        "getNumElements" => "ElementCount",
        _ => return None,
    };
    comparison(what, compared)
}

/// `>= 2` of something: `RankAtLeast<"2">`.
fn comparison(what: &str, compared: &str) -> Option<String> {
    let (operator, number) = compared.split_once(' ')?;
    number.parse::<i64>().ok()?;
    let relation = match operator {
        "==" => "Equals",
        ">=" => "AtLeast",
        ">" => "Above",
        "<=" => "AtMost",
        "<" => "Below",
        "!=" => return Some(format!("Not<{what}Equals<\"{number}\">>")),
        _ => return None,
    };
    Some(format!("{what}{relation}<\"{number}\">"))
}

fn is_element_of_self(call: &str) -> bool {
    let class = call.strip_prefix("cast<").and_then(|it| it.strip_suffix(">($_self).getElementType()"));
    class.is_some_and(|it| it.bytes().all(|it| it.is_ascii_alphanumeric()))
}

/// A trait on how one type follows from another, where the C++ that computes it is understood.
pub(super) fn types_match_with(arguments: &[Value]) -> Option<String> {
    let [_, from, to, transformer, ..] = arguments else { return None };
    let transformer = match normal(transformer.as_str()?) {
        it if it == "$_self" => "$_self",
        it if is_element_of_self(&it) => "getElementType",
        it if it.trim_start_matches("::") == "getI1SameShape($_self)" => "getI1SameShape",
        it if it == "getUnaryOpResultType($_self)" => "getI1SameShape",
        _ => return None,
    };
    Some(format!("TypesMatchWith<\"\", \"{}\", \"{}\", \"{transformer}\">", from.as_str()?, to.as_str()?))
}

/// A class in C++ with its namespace, which it may be given without.
pub(super) fn class(name: &str, namespace: &str) -> String {
    match name.contains("::") {
        true => normal(name),
        false => normal(&format!("{namespace}::{name}")),
    }
}

/// Several at once: what cannot change the whole is left out.
fn combined(name: &str, parts: impl Iterator<Item = String>) -> String {
    let mut parts: Vec<String> = parts.collect();
    parts.sort_unstable();
    parts.dedup();
    // `And` and `Or` of nothing.
    let (neutral, absorbing) = if name == "And" { ("And", "Or") } else { ("Or", "And") };
    parts.retain(|it| it != neutral);
    if parts.iter().any(|it| it == absorbing) {
        return absorbing.to_owned();
    }
    match &*parts {
        [] => neutral.to_owned(),
        [only] => only.clone(),
        all if all.iter().all(|it| it == UNKNOWN) => UNKNOWN.to_owned(),
        all => format!("{name}<{}>", all.join(", ")),
    }
}

fn wrapped(name: &str, inner: &str) -> String {
    if inner == UNKNOWN { UNKNOWN.to_owned() } else { format!("{name}<{inner}>") }
}

/// C++ with single blanks and without the namespaces that builtin types are in.
fn normal(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut text = words.join(" ").replace(" .", ".");
    for namespace in ["::llvm::", "llvm::", "::mlir::", "mlir::"] {
        text = text.replace(namespace, "");
    }
    text
}
