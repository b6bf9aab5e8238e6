//! Requests about operations of imported dialects.

use crate::{CompletionItem, Host};
use base::source_file::SourceFile;
use expect_test::{Expect, expect};
use std::sync::Arc;
use syntax::TextSize;
use syntax::ods::{ImportedOp, ImportedType, Origin, Registry};

fn operations() -> Vec<ImportedOp> {
    let op = |name: &str| ImportedOp {
        name: name.into(),
        origin: Some(Origin { file: "/mine.td".into(), at: 7 }),
        has_exact_format: true,
        ..ImportedOp::default()
    };
    vec![
        ImportedOp {
            ins: "F32:$value, Variadic<Index>:$by, EnumAttr<[\"up\", \"down\"]>:$round, OptionalAttr<I64Attr>:$times"
                .into(),
            outs: "F32:$result".into(),
            traits: "Pure, AllTypesMatch<[\"value\", \"result\"]>".into(),
            format: Some("$value `by` $by `rounding` $round (`times` $times^)? attr-dict `:` type($result)".into()),
            summary: "Scales a value".into(),
            description: "One paragraph.\n\nAnother.".into(),
            ..op("mine.scale")
        },
        ImportedOp { ins: "AnyType:$first, AnyType:$second".into(), summary: "In C++".into(), ..op("mine.cpp") },
    ]
}

fn types() -> [ImportedType; 2] {
    let ty = |name: &str| ImportedType {
        name: name.into(),
        origin: Some(Origin { file: "/mine.td".into(), at: 3 }),
        ..ImportedType::default()
    };
    [
        ImportedType {
            parameters: "IntegerParam:$width, OptionalParam<EnumParam<[\"fast\", \"slow\"]>>:$speed".into(),
            format: Some("`<` struct(params) `>`".into()),
            has_exact_format: true,
            summary: "A number".into(),
            description: "Of so many bits.".into(),
            ..ty("!mine.number")
        },
        ty("#mine.kind"),
    ]
}

/// A file with a cursor `<|>` in a function.
fn open(line: &str) -> (Host, SourceFile, TextSize) {
    let text = format!("func.func @f(%a: f32, %n: index, %m: memref<8xf32>) {{\n  {line}\n  return\n}}\n");
    let offset = TextSize::of(text.split("<|>").next().unwrap_or_default());
    let mut host = Host::new();
    host.set_registry(Arc::new(Registry::builtin().with(operations()).with_types(types())));
    let file = host.add_file(&text.replacen("<|>", "", 1));
    (host, file, offset)
}

fn completions(line: &str) -> Vec<CompletionItem> {
    let (host, file, offset) = open(line);
    host.analysis().completions(file, offset)
}

#[track_caller]
fn check_first(line: &str, count: usize, expected: Expect) {
    let items = completions(line);
    let lines = items.iter().take(count).map(|it| match &it.detail {
        Some(detail) => format!("{:?} {}: {detail}", it.kind, it.label),
        None => format!("{:?} {}", it.kind, it.label),
    });
    expected.assert_eq(&lines.collect::<Vec<_>>().join("\n"));
}

#[test]
fn names_behind_the_dialect() {
    check_first(
        "mine.<|>",
        2,
        expect![[r#"
        Operation mine.cpp: In C++
        Operation mine.scale: Scales a value"#]],
    );
    let items = completions("%0 = mine.sc<|>");
    let snippet = items.first().and_then(|it| it.snippet.as_deref());
    assert_eq!(snippet, Some("mine.scale ${1:%value} by ${2:%by} rounding ${3:round} : ${4:type of result}"));
}

#[test]
fn words_of_the_form() {
    check_first("%0 = mine.scale %a <|>", 1, expect!["Keyword by"]);
    check_first(
        "%0 = mine.scale %a by %n rounding <|>",
        2,
        expect![[r#"
        Keyword up
        Keyword down"#]],
    );
    check_first("%0 = mine.scale %a by %n rounding d<|> : f32", 1, expect!["Keyword down"]);
    check_first("%0 = mine.scale %a by %n rounding up ti<|>", 1, expect!["Keyword times"]);
}

#[test]
fn values_and_types() {
    check_first("%0 = mine.scale <|> by %n rounding up : f32", 1, expect!["Value %a: f32"]);
    check_first("%0 = mine.scale %a by <|> rounding up : f32", 1, expect!["Value %n: index"]);
    check_first("%0 = mine.scale %a by %n rounding up : <|>", 1, expect!["Type f32"]);
}

#[test]
fn bodies_of_types() {
    let items = completions("%0 = \"mine.make\"() : () -> !mine.num<|>");
    let snippet = items.first().and_then(|it| it.snippet.as_deref());
    assert_eq!(snippet, Some("!mine.number<width = ${1:value}>"));
    check_first("%0 = \"mine.make\"() : () -> !mine.number<wi<|>>", 1, expect!["Keyword width"]);
    check_first("%0 = \"mine.make\"() : () -> !mine.number<width = 3, sp<|>>", 1, expect!["Keyword speed"]);
    check_first(
        "%0 = \"mine.make\"() : () -> !mine.number<width = 3, speed = <|>>",
        2,
        expect![[r#"
            Keyword fast
            Keyword slow"#]],
    );
}

#[test]
fn signatures() {
    let signature = |line: &str| {
        let (host, file, offset) = open(line);
        let found = host.analysis().signature_help(file, offset);
        found.map(|it| (it.label, it.active, it.documentation.unwrap_or_default()))
    };
    let label = "mine.scale value, by".to_owned();
    let scales = "Scales a value".to_owned();
    assert_eq!(
        signature("%0 = mine.scale <|>%a by %n rounding up : f32"),
        Some((label.clone(), Some(0), scales.clone()))
    );
    assert_eq!(signature("%0 = mine.scale %a by <|>%n rounding up : f32"), Some((label, Some(1), scales)));
    assert_eq!(
        signature("mine.cpp <|>%a what"),
        Some(("mine.cpp first, second".to_owned(), None, "In C++".to_owned()))
    );
}

#[test]
fn hover_and_definition() {
    let hover = |line: &str| {
        let (host, file, offset) = open(line);
        host.analysis().hover(file, offset).map(|it| it.markdown).unwrap_or_default()
    };
    expect![[r#"
        ```mlir
        %0 = mine.scale %a by %n rounding up : f32
        ```

        Scales a value

        One paragraph.

        Another."#]]
    .assert_eq(&hover("%0 = mine.sc<|>ale %a by %n rounding up : f32"));
    expect![[r#"
        ```mlir
        mine.cpp %a what
        ```

        In C++"#]]
    .assert_eq(&hover("mine.c<|>pp %a what"));
    let origin = |line: &str| {
        let (host, file, offset) = open(line);
        host.analysis().origin(file, offset).map(|it| it.1.at)
    };
    assert_eq!(origin("%0 = mine.sc<|>ale %a by %n rounding up : f32"), Some(7));
    assert_eq!(origin("\"mine.cpp<|>\"(%a, %a) : (f32, f32) -> ()"), Some(7));
    assert_eq!(origin("%0 = arith.ad<|>df %a, %a : f32"), None);
    assert_eq!(origin("%0 = \"mine.make\"() : () -> !mine.num<|>ber<width = 4>"), Some(3));
    assert_eq!(origin("\"mine.make\"() {k = #mine.ki<|>nd} : () -> ()"), Some(3));
    expect![[r#"
        ```mlir
        !mine.number<width = value>
        ```

        A number

        Of so many bits."#]]
    .assert_eq(&hover("%0 = \"mine.make\"() : () -> !mine.num<|>ber<width = 4>"));
}

#[test]
fn types_behind_their_sigil() {
    let number = expect!["Type !mine.number: A number"];
    check_first("%0 = \"mine.make\"() : () -> !mine.<|>", 1, number);
    check_first("\"mine.make\"() {k = #mine.<|>} : () -> ()", 1, expect!["Type #mine.kind"]);
}

/// Of MLIR's own dialects facts are known without any file.
#[test]
fn operations_of_which_facts_are_known() {
    check_first("gpu.memc<|>", 1, expect!["Operation gpu.memcpy"]);
    let (host, file, offset) = open("gpu.memcpy <|>%m, %m : memref<8xf32>, memref<8xf32>");
    let found = host.analysis().signature_help(file, offset).expect("its operands are known");
    assert_eq!(found.label, "gpu.memcpy asyncDependencies, dst, src");
    let (host, file, offset) = open("gpu.mem<|>cpy %m, %m : memref<8xf32>, memref<8xf32>");
    let hover = host.analysis().hover(file, offset).expect("its operands are known");
    assert_eq!(hover.markdown, "`gpu.memcpy(asyncDependencies…, dst, src) -> (asyncToken?)`");
}
