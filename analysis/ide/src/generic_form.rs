//! A file in MLIR's generic form, from our own reading of it.
//!
//! Each operation becomes its name with operands, successors, properties, regions, attributes and a function type. Where
//! one of these does not follow from what is known of the operation, there is no text at all but a reason: nothing is
//! guessed. Aliases and resources stay as they are written, locations are left out.

mod affine;
mod attributes;
mod control_flow;
mod functions;
mod names;
mod pieces;
mod printer;
mod spelling;
mod table;
mod vectors;
mod verbatim;

use base::isolated_op::Green;
use base::registry::registry;
use base::source_file::SourceFile;
use ir::aliases::DatabaseAliases;
use ir::lowered_roots;
use printer::Printer;
use spelling::Spelling;
use syntax::{Located, LocatedElement, SyntaxKind, TextRange, TextSize};
use verbatim::verbatim;

/// The file in generic form, or the places that could not be read, in text order, each with the reason.
pub(crate) fn generic_form(
    db: &dyn salsa::Database,
    file: SourceFile,
) -> Result<String, Vec<(TextRange, String)>> {
    let parse = file.parse(db);
    let mut refused: Vec<_> = parse.errors().iter().map(|it| (it.range, it.message.to_string())).collect();
    if !refused.is_empty() {
        return Err(refused);
    }
    let mut text = String::new();
    let mut parts = 0;
    for element in Located::root(parse.green()).children_with_tokens() {
        match element {
            LocatedElement::Node(part) if part.kind() == SyntaxKind::PART => {
                print_part(db, file, (part, parts), &mut text, &mut refused);
                parts += 1;
            }
            LocatedElement::Token(token) if token.kind() == SyntaxKind::SPLIT_MARKER => {
                text.push_str(token.text());
                text.push('\n');
            }
            _ => {}
        }
    }
    if refused.is_empty() { Ok(text) } else { Err(refused) }
}

fn print_part(
    db: &dyn salsa::Database,
    file: SourceFile,
    (part, index): (Located<'_>, usize),
    text: &mut String,
    refused: &mut Vec<(TextRange, String)>,
) {
    let pieces: Vec<Located<'_>> = part.children().collect();
    let is_operation = |it: &&Located<'_>| it.kind() == SyntaxKind::OPERATION;
    let (roots, starts): (Vec<Green>, Vec<TextSize>) =
        pieces.iter().filter(is_operation).map(|it| (Green(it.green.to_owned()), it.start)).unzip();
    let aliases = DatabaseAliases::new(db, file, index);
    let ir = lowered_roots(db, &aliases, &roots, &[]);
    let spelling = Spelling::of(part, registry(db));
    let mut printer = Printer::new(db, &ir, &aliases, spelling, (&roots, &starts));
    let mut operations = ir.regions[ir.top].blocks.iter().flat_map(|it| &ir.blocks[*it].ops);
    for piece in pieces {
        if piece.kind() == SyntaxKind::OPERATION {
            if let Some(op) = operations.next() {
                printer.operation(*op, 0);
            }
        } else if piece.kind() == SyntaxKind::ERROR {
            printer.refuse(piece.text_range(), "this could not be read".to_owned());
        } else {
            printer.out.push_str(&verbatim(piece));
            printer.out.push('\n');
        }
    }
    text.push_str(&printer.out);
    refused.append(&mut printer.refused);
}
