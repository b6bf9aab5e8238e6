//! Every optional piece of the custom forms, in `test_data/parser/pieces`: all of it is accepted by `mlir-opt`.

use syntax::{
    Located, SyntaxKind, SyntaxNode, TextRange,
    ast::{AstNode, Operation},
    ods::Registry,
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
            let Some(format) = Registry::builtin().get(&name).filter(|it| it.has_format()) else { continue };
            let binding = format.bind(&op);
            let mut bound: Vec<_> = binding.operands().flat_map(|it| it.1.uses.clone()).collect();
            let successors = binding.successors();
            bound.extend(successors.flat_map(|it| it.1.own(SyntaxKind::VALUE_USE)));
            bound.sort_by_key(|it| it.start);
            let location = format!("{}: {}", path.display(), op.syntax().text());
            assert_eq!(ranges(&bound), ranges_of(&op.value_uses()), "{location}");
            let mut regions: Vec<_> =
                format.regions.iter().flat_map(|it| binding.regions(&it.name)).collect();
            regions.sort_by_key(|it| it.start);
            assert_eq!(ranges(&regions), ranges_of(&op.regions()), "{location}");
            let is_attribute = |it: &SyntaxNode| {
                let attributes = format.attributes.iter().filter_map(|it| binding.attribute(&it.name));
                attributes.into_iter().any(|attribute| attribute.text_range() == it.text_range())
            };
            let written =
                op.syntax().children().any(|it| it.kind() == SyntaxKind::DICTIONARY && !is_attribute(&it));
            assert_eq!(binding.dictionary().is_some(), written, "{location}");
            seen += 1;
        }
    }
    assert!(seen > 200, "{seen} operations");
}

fn ranges(nodes: &[Located<'_>]) -> Vec<TextRange> {
    nodes.iter().map(|it| it.text_range()).collect()
}

fn ranges_of<N: AstNode>(views: &[N]) -> Vec<TextRange> {
    views.iter().map(|it| it.syntax().text_range()).collect()
}
