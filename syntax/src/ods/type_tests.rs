//! Forms of types and attributes.

use std::sync::Arc;

use expect_test::{Expect, expect};

use super::{ImportedType, Registry};
use crate::{
    SyntaxKind::*, TextEdit, TextRange, checks::reparse_equals_parse, grammar, lexer, parse_with,
    parser::Parser,
};

fn registry() -> Arc<Registry> {
    let ty = |name: &str, parameters: &str, format: &str| ImportedType {
        name: name.into(),
        parameters: parameters.into(),
        format: Some(format.into()),
        has_exact_format: true,
        ..ImportedType::default()
    };
    let types = [
        ty("!my.box", "TypeParam:$of, IntegerParam:$width", "`<` $of `,` $width `>`"),
        ty(
            "#my.target",
            "StringParam:$chip, OptionalParam<IntegerParam>:$level, OptionalParam<EnumParam<[\"fast\", \"slow\"]>>:$speed",
            "`<` struct(params) `>`",
        ),
        ty(
            "#my.options",
            "OptionalParam<AttrParam>:$of, OptionalParam<IntegerParam>:$level",
            "(`<` struct(params)^ `>`)?",
        ),
        ty(
            "#my.some",
            "TypeParam:$of, OptionalParam<IntegerParam>:$level, OptionalParam<StringParam>:$name",
            "`<` params `>`",
        ),
        ty("#my.list", "OptionalParam<ListParam<IntegerParam>>:$value", "`<` `[` (`]`) : ($value^ `]`)? `>`"),
        ty("#my.dim", "EnumParam<[\"x\", \"y\"]>:$value", "$value"),
        ty("#my.flags", "BitEnumParam<[\"a\", \"b\"]>:$value", "`<` $value `>`"),
        ty(
            "#my.nested",
            "SymbolParam<\"#my.flags\">:$flags, ListParam<SymbolParam<\"#my.dim\">>:$dims",
            "`<` $flags `:` $dims `>`",
        ),
        ty("#my.cpp", "ForeignParam:$what, IntegerParam:$width", "`<` $what `,` $width `>`"),
        ImportedType { has_exact_format: false, ..ty("!my.own", "TypeParam:$of", "`<` $of `>`") },
        ImportedType { name: "!my.empty".into(), has_exact_format: false, ..ImportedType::default() },
    ];
    Arc::new(Registry::builtin().with([]).with_types(types))
}

/// Whether each text is read by its form (`+`), taken as it is (`~`), or wrong, and why.
#[track_caller]
fn check(texts: &[&str], expected: Expect) {
    let registry = registry();
    let mut found = String::new();
    for text in texts {
        for whole in [format!("\"x.y\"() {{k = {text}}} : () -> ()\n"), format!("x.y {text}\n")] {
            let parse = parse_with(&whole, &registry);
            let bodies: Vec<_> = parse
                .syntax_node()
                .descendants()
                .filter(|it| matches!(it.kind(), SYMBOL_BODY | OPAQUE_ANGLES))
                .map(|it| it.kind())
                .collect();
            let verdict = match parse.errors() {
                [] if bodies.iter().all(|it| *it == SYMBOL_BODY) => "+".to_owned(),
                [] => "~".to_owned(),
                [error, ..] => error.message.split(", found").next().unwrap_or_default().to_owned(),
            };
            let line = format!("{text}: {verdict}\n");
            match whole.starts_with('"') {
                true => found.push_str(&line),
                false => assert!(found.ends_with(&line), "in opaque text: {line}"),
            }
        }
    }
    expected.assert_eq(&found);
}

#[test]
fn parameters_in_order() {
    check(
        &[
            "!my.box<i32, 3>",
            "!my.box<memref<4xf32>, true>",
            "!my.box<!my.box<!my.box<i1, 0>, 1>, -2>",
            "!my.box<\n  i32,\n  3>",
            "!my.box",
            "!my.box<i32>",
            "!my.box<3, i32>",
            "!my.box<i32, 3, 4>",
            "!my.box<!my.box<i32, x>, 4>",
            "!my.box<memref<4yf32>, 4>",
            "#my.some<i32>",
            "#my.some<i32, 3>",
            "#my.some<i32, 3, \"a\">",
            "#my.some<i32, \"a\">",
            "#my.some<>",
            "#my.some<i32,>",
        ],
        expect![[r#"
            !my.box<i32, 3>: +
            !my.box<memref<4xf32>, true>: +
            !my.box<!my.box<!my.box<i1, 0>, 1>, -2>: +
            !my.box<
              i32,
              3>: +
            !my.box: expected '<'
            !my.box<i32>: expected ','
            !my.box<3, i32>: expected a type
            !my.box<i32, 3, 4>: expected '>'
            !my.box<!my.box<i32, x>, 4>: expected an integer
            !my.box<memref<4yf32>, 4>: expected 'x' between dimensions and before the element type
            #my.some<i32>: +
            #my.some<i32, 3>: +
            #my.some<i32, 3, "a">: +
            #my.some<i32, "a">: expected an integer
            #my.some<>: expected a type
            #my.some<i32,>: expected an integer
        "#]],
    );
}

#[test]
fn parameters_by_name() {
    check(
        &[
            "#my.target<chip = \"a\">",
            "#my.target<level = 2, chip = \"a\", speed = slow>",
            "#my.target<chip = \"a\", chip = \"b\">",
            "#my.target<chip = \"a\", width = 3>",
            "#my.target<level = 2>",
            "#my.target<chip = \"a\",>",
            "#my.target<chip \"a\">",
            "#my.target<chip = \"a\", speed = medium>",
            "#my.target<>",
            "#my.options<>",
            "#my.options",
            "#my.options<of = [1, {a = #my.dim}], level = 3>",
            "#my.options<level = {}>",
        ],
        expect![[r##"
            #my.target<chip = "a">: +
            #my.target<level = 2, chip = "a", speed = slow>: +
            #my.target<chip = "a", chip = "b">: expected no second 'chip'
            #my.target<chip = "a", width = 3>: expected level or speed
            #my.target<level = 2>: expected the parameter 'chip'
            #my.target<chip = "a",>: expected level or speed
            #my.target<chip "a">: expected '='
            #my.target<chip = "a", speed = medium>: expected fast or slow
            #my.target<>: expected chip, level or speed
            #my.options<>: +
            #my.options: +
            #my.options<of = [1, {a = #my.dim}], level = 3>: expected x or y
            #my.options<level = {}>: expected an integer
        "##]],
    );
}

#[test]
fn lists_cases_and_other_symbols() {
    check(
        &[
            "#my.list<[]>",
            "#my.list<[1, 2, 3]>",
            "#my.list<[1, x]>",
            "#my<dim x>",
            "#my<dim z>",
            "#my<dim x and more>",
            "#my<other x>",
            "#my.flags<a>",
            "#my.flags<\"a\">",
            "#my.flags<a|b>",
            "#my.flags<c>",
            "#my.nested<<a, b> : x, #my<dim y>>",
            "#my.nested<#my.flags<a> : y>",
            "#my.nested<#my.flags<c> : y>",
            "#my.nested<<c> : y>",
        ],
        expect![[r##"
            #my.list<[]>: +
            #my.list<[1, 2, 3]>: +
            #my.list<[1, x]>: expected an integer
            #my<dim x>: +
            #my<dim z>: expected x or y
            #my<dim x and more>: ~
            #my<other x>: ~
            #my.flags<a>: +
            #my.flags<"a">: +
            #my.flags<a|b>: +
            #my.flags<c>: expected a or b
            #my.nested<<a, b> : x, #my<dim y>>: +
            #my.nested<#my.flags<a> : y>: ~
            #my.nested<#my.flags<c> : y>: expected a or b
            #my.nested<<c> : y>: ~
        "##]],
    );
}

#[test]
fn what_is_not_known_is_not_wrong() {
    check(
        &[
            "#my.cpp<word, 3>",
            "#my.cpp<3 x 4, 3>",
            "#my.cpp<word, x>",
            "!my.own<i32>",
            "!my.own<3, 4>",
            "!my.empty<what ever>",
            "!my.unknown<what ever>",
        ],
        expect![[r#"
            #my.cpp<word, 3>: +
            #my.cpp<3 x 4, 3>: ~
            #my.cpp<word, x>: ~
            !my.own<i32>: +
            !my.own<3, 4>: ~
            !my.empty<what ever>: ~
            !my.unknown<what ever>: ~
        "#]],
    );
}

/// Each body is tried once, however deep they nest.
#[test]
fn nested_bodies_take_no_longer_than_they_are_long() {
    let registry = registry();
    let work = |depth: usize| {
        let text = format!("x.y {}i32{}\n", "!my.box<".repeat(depth), ", 1>".repeat(depth));
        let lexed = lexer::lex(&text);
        let mut parser = Parser::new(&lexed, &registry);
        grammar::source_file(&mut parser);
        assert_eq!(parser.error_count(), 0);
        parser.work()
    };
    let (shallow, deep) = (work(20), work(80));
    assert!(deep < 20 * shallow, "{shallow} and {deep}");
}

/// An edit anywhere in a body and around it gives what a parse gives.
#[test]
fn edits_in_bodies() {
    let text = "#a = #my.target<chip = \"a\", level = 2>\nfunc.func @f(%x: !my.box<!my.box<i32, 1>, 3>) {\n  \
                \"x.y\"(%x) {k = #my<dim x>, l = #my.nested<<a, b> : x, #my<dim y>>} : (!my.box<\n i32, 3>) -> ()\n  \
                x.z #my.list<[1, 2]> : !my.box<i1, 0>\n  return\n}\n";
    let before = parse_with(text, &registry());
    assert_eq!(before.errors(), []);
    for at in 0..text.len() as u32 {
        for len in [1, 3] {
            let end = text.len().min(at as usize + len) as u32;
            let range = TextRange::new(at.into(), end.into());
            reparse_equals_parse(&before, text, &TextEdit::replace(range, String::new()));
        }
        for insert in ["<", ">", ",", "\n", "3", "x ", "%x = ", "(", "\""] {
            let edit = TextEdit::replace(TextRange::empty(at.into()), insert.to_owned());
            reparse_equals_parse(&before, text, &edit);
        }
    }
}
