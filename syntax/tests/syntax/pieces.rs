//! Every optional piece of the custom forms, in `test_data/parser/pieces`: all of it is accepted by `mlir-opt`.

use syntax::{
    SyntaxKind, SyntaxNode,
    ast::{AstNode, Operation, ValueUse},
    format::op_format,
    parse,
};

use crate::trees::texts;

#[test]
fn no_piece_is_an_error() {
    for (path, text) in texts("pieces") {
        assert_eq!(parse(&text).errors(), [], "{}", path.display());
    }
}

#[test]
fn every_operand_and_region_has_a_name() {
    let mut seen = 0;
    for (path, text) in texts("pieces") {
        for op in parse(&text).syntax_node().descendants().filter_map(Operation::cast) {
            let name = op.op_name().unwrap().text();
            let Some(format) = op_format(&name) else { continue };
            let binding = format.bind(&op);
            let mut bound: Vec<_> = binding.operands().flat_map(|it| it.1.uses.clone()).collect();
            let successors = binding.successors();
            bound.extend(successors.flat_map(|it| it.1.syntax().descendants().filter_map(ValueUse::cast)));
            bound.sort_by_key(|it| it.syntax().text_range().start());
            let location = format!("{}: {}", path.display(), op.syntax().text());
            assert_eq!(bound, op.value_uses(), "{location}");
            let mut regions: Vec<_> = format
                .regions
                .iter()
                .flat_map(|it| binding.regions(it).cloned().collect::<Vec<_>>())
                .collect();
            regions.sort_by_key(|it| it.syntax().text_range().start());
            assert_eq!(regions, op.regions(), "{location}");
            let is_attribute =
                |it: &SyntaxNode| format.attributes.iter().any(|a| binding.attribute(a.name) == Some(it));
            let written =
                op.syntax().children().any(|it| it.kind() == SyntaxKind::DICTIONARY && !is_attribute(&it));
            assert_eq!(binding.dictionary().is_some(), written, "{location}");
            seen += 1;
        }
    }
    assert!(seen > 200, "{seen} operations");
}
