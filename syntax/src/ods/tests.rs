use std::sync::Arc;

use expect_test::{Expect, expect};
use rustc_hash::FxHashSet;

use super::semantics::Integer;
use super::{ATOMIC_KINDS, Arity, Combining, ImportedOp, Registry, Semantics, TypeRule, op};
use crate::{
    SyntaxKind::*,
    SyntaxNode,
    ast::{AstNode, Operation},
    dialects, parse, parse_with,
};

/// Each operation of the table in its custom form; `mlir-opt` finds nothing wrong there but undefined values.
const EXAMPLES: &str = concat!(include_str!("examples.mlir"), include_str!("examples-23.mlir"));

/// The operation in a function, and the messages about the text.
fn operation(text: &str) -> (Operation, Vec<String>) {
    let parse = parse(&format!("func.func @f() {{\n  {text}\n}}\n"));
    let root = parse.syntax_node();
    assert_eq!(root.text().to_string(), format!("func.func @f() {{\n  {text}\n}}\n"));
    let errors = parse.errors().iter().map(|it| format!("{}: {}", it.code.as_str(), it.message)).collect();
    let op = root.descendants().filter_map(Operation::cast).nth(1).expect("an operation");
    (op, errors)
}

/// The tree in one line per node, trivia left out.
fn dump(node: &SyntaxNode, depth: usize, out: &mut String) {
    let tokens: Vec<String> = node
        .children_with_tokens()
        .filter_map(|it| it.into_token())
        .filter(|it| !it.kind().is_trivia())
        .map(|it| it.text().to_owned())
        .collect();
    out.push_str(format!("{}{:?} {}", "  ".repeat(depth), node.kind(), tokens.join(" ")).trim_end());
    out.push('\n');
    node.children().for_each(|it| dump(&it, depth + 1, out));
}

fn check_tree(text: &str, expected: Expect) {
    let (op, errors) = operation(text);
    assert_eq!(errors, Vec::<String>::new());
    let mut tree = String::new();
    dump(op.syntax(), 0, &mut tree);
    expected.assert_eq(&tree);
}

/// Names of operands, results and arguments with what stands for them.
fn check_binding(text: &str, expected: Expect) {
    let (op, _) = operation(text);
    let definition = Registry::builtin().get(&op.op_name().expect("a name").text()).expect("a definition");
    let binding = definition.bind(&op);
    let mut lines = String::new();
    for (value, operand) in binding.operands() {
        let uses: Vec<String> = operand.uses.iter().map(|it| crate::text_of(it.green)).collect();
        lines.push_str(&format!("{} = {} : {:?}", value.name, uses.join(", "), binding.rule(value)));
        let types: Vec<String> =
            binding.written_types(&value.name).iter().map(|it| crate::text_of(it.green)).collect();
        lines.push_str(&format!(" {}\n", types.join(", ")));
    }
    for value in &definition.results {
        let types: Vec<String> =
            binding.written_types(&value.name).iter().map(|it| crate::text_of(it.green)).collect();
        lines.push_str(&format!("-> {} : {:?} {}\n", value.name, binding.rule(value), types.join(", ")));
    }
    for value in &definition.arguments {
        let arguments: Vec<String> =
            binding.arguments(&value.name).iter().map(|it| crate::text_of(it.green)).collect();
        lines.push_str(&format!("; {} = {} : {:?}\n", value.name, arguments.join(", "), binding.rule(value)));
    }
    let lines: Vec<&str> = lines.lines().map(str::trim_end).collect();
    expected.assert_eq(&(lines.join("\n") + "\n"));
}

fn check_error(text: &str, expected: Expect) {
    let (_, errors) = operation(text);
    assert_eq!(errors.len(), 1, "{errors:?}");
    expected.assert_eq(&errors[0]);
}

#[test]
fn tables_are_well_formed() {
    let mut names = FxHashSet::default();
    for dialect in dialects::tables() {
        for text in dialect.operations {
            let definitions = text.read(dialect.name).unwrap_or_else(|error| panic!("{text:?}: {error}"));
            for listed in [text.semantics.len(), text.frequencies.len()] {
                assert!([0, text.names.len()].contains(&listed), "{text:?}");
            }
            for definition in definitions {
                assert!(names.insert(definition.name), "{} stands twice", definition.name);
            }
        }
    }
    assert_eq!(names.len(), Registry::builtin().iter().count());
}

/// Each operation that combines is one of `arith`, whose name its kinds abbreviate.
#[test]
fn combining_operations_have_names() {
    let names = ATOMIC_KINDS.iter().filter_map(|it| Combining::of_atomic_kind(it)).map(|combining| {
        let name = Registry::computing(combining.semantics).expect("an operation");
        let definition = Registry::builtin().get(&name).expect("a definition");
        assert!(definition.has_trait("Commutative"), "{name}");
        assert_eq!(definition.semantics, Some(combining.semantics));
        let by_kind = Combining::of_vector_kind(combining.vector_kind, combining.is_of_floats());
        assert_eq!(by_kind, Some(combining));
        format!("{}={name}", combining.atomic_kind)
    });
    expect!["addf=arith.addf addi=arith.addi andi=arith.andi maximumf=arith.maximumf maxnumf=arith.maxnumf maxs=arith.maxsi maxu=arith.maxui minimumf=arith.minimumf minnumf=arith.minnumf mins=arith.minsi minu=arith.minui mulf=arith.mulf muli=arith.muli ori=arith.ori xori=arith.xori"].assert_eq(&names.collect::<Vec<_>>().join(" "));
}

/// Others' definitions of an operation say nothing of what it computes.
#[test]
fn imported_operations_compute_what_is_built_in() {
    let addi = ImportedOp { name: "arith.addi".into(), ..ImportedOp::default() };
    let registry = Registry::builtin().with([addi]);
    let semantics = registry.get("arith.addi").and_then(|it| it.semantics);
    assert_eq!(semantics, Some(Semantics::Integer(Integer::Add)));
}

#[test]
fn malformed_formats_are_found() {
    for format in [
        "$a `[` $b",
        "(`{` $a `:` type($a)",
        "$a attr-dict ^^",
        "$b attr-dict",
        "(attr-dict)?",
        "($a",
        "wrong($a)",
        "custom<Wrong>($a)",
        "`a",
        "%",
        &"(`a` ".repeat(100_000),
    ] {
        let text = op(&["x"]).ins("AnyType:$a").format(format);
        assert!(text.read("test").is_err(), "{format}");
    }
    for traits in ["AllTypesMatch<[\"a\", \"b\"]>", "TypesMatchWith<\"\", \"b\", \"a\", \"$_self\">"] {
        let text = op(&["x"]).ins("AnyType:$a").traits(traits).format("$a attr-dict");
        assert!(text.read("test").is_err(), "{traits}");
    }
}

/// An imported definition is parsed and bound like those that are built in.
#[test]
fn operations_are_added() {
    let form = "$value (`by` $by^)? (`times` `=` $times^)? (`exact` $exact^)? attr-dict `:` type($result)";
    let scale = ImportedOp {
        name: "mine.scale".into(),
        ins: "FloatLike:$value, Variadic<Index>:$by, OptionalAttr<I64Attr>:$times, UnitAttr:$exact".into(),
        outs: "FloatLike:$result".into(),
        traits: "Pure, AllTypesMatch<[\"value\", \"result\"]>".into(),
        format: Some(form.into()),
        has_exact_format: true,
        ..ImportedOp::default()
    };
    let registry = Registry::builtin().with([scale]).into();
    let source = "%0 = mine.scale %a by %i, %j times = 3 : f32";
    assert!(parse(source).syntax_node().descendants().any(|it| it.kind() == OPAQUE_BODY));
    let parse = parse_with(source, &registry);
    assert_eq!(parse.errors(), []);
    let op = parse.syntax_node().descendants().find_map(Operation::cast).expect("an operation");
    let binding = registry.get("mine.scale").expect("a definition").bind(&op);
    assert_eq!(binding.operand("by").map_or(0, |it| it.uses.len()), 2);
    assert_eq!(binding.attribute("times").map(|it| crate::text_of(it.green)), Some("3".to_owned()));
    let broken = parse_with("%0 = mine.scale %a times 3 : f32", &registry);
    assert_eq!(broken.errors()[0].message, "expected '=', found '3'");
}

/// Text that does not fit a tentative form may be parsed by unknown code.
#[test]
fn tentative_forms_are_tried() {
    let go = ImportedOp {
        name: "mine.go".into(),
        ins: "AnyType:$value, I64Attr:$times".into(),
        regions: "AnyRegion:$body".into(),
        format: Some("$value `by` $times $body attr-dict `:` type($value)".into()),
        ..ImportedOp::default()
    };
    let unreadable = ImportedOp {
        name: "mine.come".into(),
        ins: "AnyType:$value".into(),
        format: Some("custom<Ours>($value)".into()),
        ..ImportedOp::default()
    };
    let registry = Arc::new(Registry::builtin().with([go, unreadable]));
    let opaque = |text: &str| {
        let parse = parse_with(text, &registry);
        assert_eq!(parse.errors(), &[], "{text}");
        parse.syntax_node().descendants().filter(|it| it.kind() == OPAQUE_BODY).count()
    };
    assert_eq!(opaque("mine.go %a by 2 { ours } {x} : f32\nmine.go %a by 2 {\n} : f32 loc(unknown)\n"), 1);
    assert_eq!(opaque("mine.go %a 2 : f32\nmine.go %a by 2 {\n} : f32 else\nmine.come %a, %b\n"), 3);
    // A trial passes over regions, so that trials in each other take no longer than the text is long.
    let deep = "mine.go %a by 2 {\n".repeat(200) + &"} : f32 else\n".repeat(200);
    assert_eq!(opaque(&deep), 200);
}

#[test]
fn every_operation_has_an_example() {
    let parse = parse(EXAMPLES);
    assert_eq!(parse.errors(), []);
    let mut seen = FxHashSet::default();
    for op in parse.syntax_node().descendants().filter_map(Operation::cast) {
        assert!(!op.is_opaque(), "{}", op.syntax());
        seen.extend(op.op_name().map(|it| it.text()));
    }
    let formats = Registry::builtin().iter().filter(|it| it.has_format());
    let missing: Vec<&str> = formats.map(|it| &*it.name).filter(|it| !seen.contains(*it)).collect();
    assert_eq!(missing, Vec::<&str>::new());
    assert!(parse.syntax_node().descendants().all(|it| it.kind() != ERROR));
}

/// Every use in an example is bound to an operand, and variadic operands have as many types as uses.
#[test]
fn examples_are_bound() {
    for op in parse(EXAMPLES).syntax_node().descendants().filter_map(Operation::cast) {
        let definition = op.op_name().and_then(|it| Registry::builtin().get(&it.text()));
        let Some(binding) = definition.filter(|it| it.has_format()).map(|it| it.bind(&op)) else { continue };
        let mut bound = 0;
        for (value, operand) in binding.operands() {
            bound += operand.uses.len();
            assert!(value.arity == Arity::Variadic || operand.uses.len() <= 1, "{}", op.syntax());
            if let TypeRule::Written(slot) = binding.rule(value) {
                assert_eq!(binding.types(slot).len(), operand.uses.len(), "{}", op.syntax());
            }
        }
        let in_successors = binding.successors().flat_map(|it| it.1.own(VALUE_USE)).count();
        assert_eq!(bound + in_successors, op.value_uses().len(), "{}", op.syntax());
    }
}

/// Cutting an example anywhere gives a tree of the same text, and one error at most for each statement.
#[test]
fn cut_examples() {
    let root = parse(EXAMPLES).syntax_node();
    let ops = root.descendants().filter_map(Operation::cast).skip(1);
    for op in ops.filter(|it| !it.syntax().descendants().any(|it| it.kind() == REGION)) {
        let text = op.syntax().text().to_string();
        let name = op.op_name().expect("a name").syntax().text_range();
        let tokens = op.syntax().descendants_with_tokens().filter_map(|it| it.into_token());
        for token in tokens.filter(|it| it.text_range().start() >= name.start()) {
            let end = usize::from(token.text_range().end() - op.syntax().text_range().start());
            let (_, errors) = operation(&text[..end]);
            assert!(errors.len() <= 1, "{}: {errors:?}", &text[..end]);
        }
    }
}

#[test]
fn load() {
    check_tree(
        "%0 = memref.load %m[%i, %j] {nontemporal = true} : memref<4x4xf32>",
        expect![[r#"
        OPERATION [ ] :
          OP_RESULTS =
            OP_RESULT %0
          OP_NAME memref.load
          VALUE_USE %m
          OPERAND_GROUP ,
            VALUE_USE %i
            VALUE_USE %j
          DICTIONARY { }
            ATTRIBUTE_ENTRY nontemporal =
              BOOL_ATTRIBUTE true
          MEMREF_TYPE memref < >
            DIMENSIONS x x
              DIMENSION 4
              DIMENSION 4
            SIMPLE_TYPE f32
    "#]],
    );
}

#[test]
fn loop_with_carried_values() {
    check_tree(
        "%0 = scf.for %i = %a to %b step %c iter_args(%s = %z) -> f32 { scf.yield %s : f32 }",
        expect![[r#"
            OPERATION = to step
              OP_RESULTS =
                OP_RESULT %0
              OP_NAME scf.for
              BLOCK_ARGUMENT %i
              VALUE_USE %a
              VALUE_USE %b
              VALUE_USE %c
              ITER_ARGS iter_args ( )
                ITER_ARG =
                  BLOCK_ARGUMENT %s
                  VALUE_USE %z
              RESULT_TYPES ->
                SIMPLE_TYPE f32
              REGION { }
                BLOCK
                  OPERATION :
                    OP_NAME scf.yield
                    OPERAND_GROUP
                      VALUE_USE %s
                    TYPE_GROUP
                      SIMPLE_TYPE f32
        "#]],
    );
}

#[test]
fn carried_values_on_lines_of_their_own() {
    check_binding(
        "%0:2 = scf.for\n    %i = %a to %b step %c\n    iter_args(%s = %z,\n              %t =\n    %z) -> (f32, i32) { }",
        expect![[r#"
            lowerBound = %a : SameAs("iv")
            upperBound = %b : SameAs("iv")
            step = %c : SameAs("iv")
            initArgs = %z, %z : SameAs("results")
            -> results : Written(0) f32, i32
            ; iv = %i : Fixed("index")
            ; regionIterArgs = %s, %t : SameAs("results")
        "#]],
    );
}

#[test]
fn subview() {
    check_tree(
        "%0 = memref.subview %m[%i, -1] [4, %n] [1, 1] : memref<?x?xf32> to memref<4x?xf32>",
        expect![[r#"
            OPERATION : to
              OP_RESULTS =
                OP_RESULT %0
              OP_NAME memref.subview
              VALUE_USE %m
              MIXED_LIST [ , - 1 ]
                VALUE_USE %i
              MIXED_LIST [ 4 , ]
                VALUE_USE %n
              MIXED_LIST [ 1 , 1 ]
              MEMREF_TYPE memref < >
                DIMENSIONS x x
                  DIMENSION ?
                  DIMENSION ?
                SIMPLE_TYPE f32
              MEMREF_TYPE memref < >
                DIMENSIONS x x
                  DIMENSION 4
                  DIMENSION ?
                SIMPLE_TYPE f32
        "#]],
    );
}

#[test]
fn flags_and_kinds() {
    check_tree(
        "%0 = vector.reduction <add>, %v, %a fastmath<nnan, ninf> : vector<4xf32> into f32",
        expect![[r#"
            OPERATION , , fastmath : into
              OP_RESULTS =
                OP_RESULT %0
              OP_NAME vector.reduction
              KEYWORD_ATTRIBUTE < add >
              VALUE_USE %v
              VALUE_USE %a
              KEYWORD_ATTRIBUTE < nnan , ninf >
              VECTOR_TYPE vector < >
                DIMENSIONS x
                  DIMENSION 4
                SIMPLE_TYPE f32
              SIMPLE_TYPE f32
        "#]],
    );
}

#[test]
fn type_that_may_be_left_out() {
    check_binding(
        "%0 = arith.select %c, %a, %b : f32",
        expect![[r#"
        condition = %c : Fixed("i1")
        true_value = %a : SameAs("result")
        false_value = %b : SameAs("result")
        -> result : Written(1) f32
    "#]],
    );
    check_binding(
        "%0 = arith.select %c, %a, %b : vector<4xi1>, vector<4xf32>",
        expect![[r#"
        condition = %c : Written(0) vector<4xi1>
        true_value = %a : SameAs("result")
        false_value = %b : SameAs("result")
        -> result : Written(1) vector<4xf32>
    "#]],
    );
}

#[test]
fn function_types_are_shared_out() {
    check_binding(
        "%0 = memref.reshape %m(%s) : (memref<?xf32>, memref<2xindex>) -> memref<?x?xf32>",
        expect![[r#"
            source = %m : Written(0) memref<?xf32>
            shape = %s : Written(1) memref<2xindex>
            -> result : Written(2) memref<?x?xf32>
        "#]],
    );
    check_binding(
        "%0 = scf.while (%x = %a, %y = %b) : (f32, i32) -> i32 { } do { }",
        expect![[r#"
        inits = %a, %b : Written(0) f32, i32
        -> results : Written(1) i32
        ; beforeArgs = %x, %y : SameAs("inits")
    "#]],
    );
}

#[test]
fn generic_form() {
    check_binding(
        r#""memref.store"(%v, %m, %i, %j) : (f32, memref<4x4xf32>, index, index) -> ()"#,
        expect![[r#"
            value = %v : ElementOf("memref") f32
            memref = %m : Written(0) memref<4x4xf32>
            indices = %i, %j : Fixed("index") index, index
        "#]],
    );
    check_binding(
        r#"%0 = "memref.alloc"(%n, %s) <{operandSegmentSizes = array<i32: 1, 1>}> : (index, index) -> memref<?xf32>"#,
        expect![[r#"
            dynamicSizes = %n : Fixed("index") index
            symbolOperands = %s : Fixed("index") index
            -> memref : Written(0) memref<?xf32>
        "#]],
    );
}

#[test]
fn broken_text_is_bound_as_far_as_it_goes() {
    check_binding(
        "memref.store %v, %m[%i",
        expect![[r#"
            value = %v : ElementOf("memref")
            memref = %m : Unknown
            indices = %i : Fixed("index")
        "#]],
    );
}

#[test]
fn missing_pieces() {
    check_error("%0 = arith.addi %a %b : i32", expect!["expected-token: expected ',', found '%b'"]);
    check_error("%0 = arith.addi %a, %b i32", expect!["expected-token: expected ':', found 'i32'"]);
    check_error("%0 = arith.addi %a, : i32", expect!["expected-token: expected an SSA value, found ':'"]);
    check_error("%0 = memref.load %m[%i : memref<4xf32>", expect!["expected-token: expected ']', found ':'"]);
    check_error(
        "%0 = memref.load %m %i] : memref<4xf32>",
        expect!["expected-token: expected '[', found '%i'"],
    );
    check_error(
        "memref.copy %a, %b : memref<4xf32> into memref<4xf32>",
        expect!["expected-token: expected 'to', found 'into'"],
    );
    check_error("scf.for %i = %a to %b { }", expect!["scf-for-missing-step: expected 'step', found '{'"]);
    check_error("scf.if -> f32 { }", expect!["expected-token: expected an SSA value, found '->'"]);
    check_error("cf.cond_br %c, ^bb1 %c", expect!["expected-token: expected ',', found '%c'"]);
    check_error(
        "vector.print %v\n  %1 = index.sizeof",
        expect!["expected-token: expected ':', found the end of the line"],
    );
}

#[test]
fn numbers_are_no_operands() {
    check_error(
        "%0 = memref.load %m[0, -1] : memref<4x4xf32>",
        expect!["index-literal-operand: memref.load takes a value here, not a number"],
    );
    check_error(
        "scf.for %i = 0 to %b step %c { }",
        expect!["index-literal-operand: scf.for takes a value here, not a number"],
    );
}

#[test]
fn statement_after_an_error_is_whole() {
    let parse = parse("func.func @f() {\n  %0 = arith.addi %a,\n  %1 = arith.addi %a, %b : i32\n}\n");
    assert_eq!(parse.errors().len(), 1);
    let last = parse.syntax_node().descendants().filter_map(Operation::cast).last().expect("an operation");
    assert_eq!(last.syntax().text(), "%1 = arith.addi %a, %b : i32");
}
