//! Forms of parsers in C++ and forms that are known in part.

use std::sync::Arc;

use super::{ImportedOp, Registry};
use crate::{
    SyntaxKind::*,
    ast::{AstNode, Operation},
    parse_with,
};

/// The directives that are ours, in the form of an operation that has a bit of everything.
#[test]
fn forms_of_parsers_are_read() {
    let form = r##"(custom<StoredKeyword>($kind, "#mine.kind<", ">", "fast", "slow")^)? custom<Otherwise>($kind, "x")
        custom<Symbol>($name) custom<Signature>($type) custom<String>() (`async` custom<Given>($token, "!mine.token"))?
        custom<Discardable>("how") (`{` custom<Item>($how) oilist(`,` custom<Item>($how)) `}`)?
        (`[` custom<MixedItems>($sizes, $numbers) `]`)? (`never` custom<Unknown>($sizes))? `(` (custom<TypedOperands>($values))? `)` attr-dict-with-keyword $body"##;
    let run = ImportedOp {
        name: "mine.run".into(),
        ins: "EnumAttr<[]>:$kind, StrAttr:$name, TypeAttr:$type, DenseI64ArrayAttr:$numbers, Variadic<AnyType>:$sizes, \
              Variadic<AnyType>:$values"
            .into(),
        outs: "Optional<AnyType>:$token".into(),
        regions: "AnyRegion:$body".into(),
        format: Some(form.into()),
        ..ImportedOp::default()
    };
    let registry = Arc::new(Registry::builtin().with([run]));
    let definition = registry.get("mine.run").expect("a definition");
    assert!(definition.has_format() && definition.is_tentative());
    let text =
        "mine.run slow @f(%x: i32) -> f32 \"how\" async {\"x\", \"y\"} [%i, 2] (%a : f32, %b : i32) {\n}\n";
    let parse = parse_with(text, &registry);
    assert_eq!(parse.errors(), []);
    let op =
        parse.syntax_node().children().flat_map(|it| it.children()).find_map(Operation::cast).expect("one");
    let binding = definition.bind(&op);
    assert!(binding.is_complete(), "{}", op.syntax());
    let text_of = |name: &str| binding.attribute(name).map(|it| crate::text_of(it.green)).unwrap_or_default();
    assert_eq!(["kind", "name", "type", "numbers"].map(text_of), ["slow", "@f", "(%x: i32) -> f32", "%i, 2"]);
    assert_eq!(binding.attributes().filter(|it| it.0 == "how").count(), 2);
    assert!(definition.attribute("how").is_some_and(|it| it.is_discardable));
    let count = |name: &str| binding.operand(name).map_or(0, |it| it.uses.len());
    assert_eq!((count("sizes"), count("values"), binding.written_types("values").len()), (1, 2, 2));
    assert_eq!(binding.type_count(0), 1);
    // An omitted part is not mistaken for something else.
    let parse = parse_with("mine.run @f() \"how\" () {\n}\n", &registry);
    let op =
        parse.syntax_node().children().flat_map(|it| it.children()).find_map(Operation::cast).expect("one");
    let binding = definition.bind(&op);
    assert!(binding.is_complete() && binding.attribute("kind").is_none() && binding.type_count(0) == 0);
    assert_eq!(definition.attribute("kind").and_then(|it| it.otherwise).as_deref(), Some("x"));
}

/// An error before what is not understood is one, whatever follows.
#[test]
fn errors_are_certain_as_far_as_the_form_is_understood() {
    let go = ImportedOp {
        name: "mine.go".into(),
        ins: "AnyType:$value, ForeignAttr:$how, I64Attr:$times".into(),
        format: Some("$value `by` $times ($how^)? attr-dict `:` type($value)".into()),
        has_exact_format: true,
        ..ImportedOp::default()
    };
    let guessed = ImportedOp { name: "mine.guess".into(), has_exact_format: false, ..go.clone() };
    let registry = Arc::new(Registry::builtin().with([go, guessed]));
    let errors = |text: &str| parse_with(text, &registry).errors().len();
    assert_eq!(errors("mine.go %a by 2 : f32"), 0);
    assert_eq!((errors("mine.go %a 2 : f32"), errors("mine.go %a by : f32")), (1, 1));
    assert_eq!((errors("mine.go %a by 2 <what> : f32"), errors("mine.guess %a 2 : f32")), (0, 0));
}

/// A part without a notation makes the operation opaque, but the parts around it are checked.
#[test]
fn brackets_may_hold_what_is_not_known() {
    let run = ImportedOp {
        name: "mine.run".into(),
        ins: "Optional<I1>:$if, Variadic<AnyType>:$values".into(),
        regions: "AnyRegion:$body".into(),
        format: Some(
            "oilist(`if` `(` $if `)` | `private` `(` custom<Private>($values) `)`) $body attr-dict".into(),
        ),
        has_exact_format: true,
        ..ImportedOp::default()
    };
    let said = ImportedOp {
        name: "mine.said".into(),
        format: Some("custom<Exact>() $if `go` $body".into()),
        has_exact_format: false,
        ..run.clone()
    };
    let registry = Arc::new(Registry::builtin().with([run, said]));
    let parsed = |text: &str| {
        let parse = parse_with(&format!("{text} {{\n}}\n"), &registry);
        let opaque = parse.syntax_node().descendants().filter(|it| it.kind() == OPAQUE_BODY).count();
        (parse.errors().len(), opaque)
    };
    assert_eq!((parsed("mine.run if(%a)"), parsed("mine.run private(@x %a -> (%b))")), ((0, 0), (0, 1)));
    assert_eq!((parsed("mine.run how(%a)"), parsed("mine.run if(%a) if(%b)")), ((1, 0), (1, 0)));
    assert_eq!((parsed("mine.said %a go"), parsed("mine.said %a")), ((0, 0), (1, 0)));
}
