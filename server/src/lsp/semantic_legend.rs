//! The numbers by which semantic tokens are sent, and the tokens in the protocol's relative form.

use analysis::{SemanticKind as Kind, SemanticModifiers, TextSize};
use tower_lsp::ls_types::*;

use super::document::Places;
use super::position::from_start;

/// In the order of [`type_index`].
const TYPES: &[SemanticTokenType] = &[
    SemanticTokenType::COMMENT,
    SemanticTokenType::KEYWORD,
    SemanticTokenType::METHOD,
    SemanticTokenType::TYPE,
    SemanticTokenType::FUNCTION,
    SemanticTokenType::new("label"),
    SemanticTokenType::VARIABLE,
    SemanticTokenType::PARAMETER,
    SemanticTokenType::TYPE_PARAMETER,
    SemanticTokenType::MACRO,
    SemanticTokenType::PROPERTY,
    SemanticTokenType::NUMBER,
    SemanticTokenType::STRING,
    SemanticTokenType::OPERATOR,
    SemanticTokenType::NAMESPACE,
    SemanticTokenType::MODIFIER,
    SemanticTokenType::ENUM_MEMBER,
];

/// In the order of their bits. What is fixed while the function runs is `readonly`, which most themes show.
const MODIFIERS: &[SemanticTokenModifier] = &[
    SemanticTokenModifier::DEFINITION,
    SemanticTokenModifier::new("induction"),
    SemanticTokenModifier::new("symbol"),
    SemanticTokenModifier::new("dimension"),
    SemanticTokenModifier::READONLY,
    SemanticTokenModifier::new("control"),
];

pub(super) fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend { token_types: TYPES.to_vec(), token_modifiers: MODIFIERS.to_vec() }
}

fn type_index(kind: Kind) -> u32 {
    match kind {
        Kind::Comment => 0,
        Kind::Keyword => 1,
        Kind::Operation => 2,
        Kind::Type => 3,
        Kind::Symbol => 4,
        Kind::Label => 5,
        Kind::Value => 6,
        Kind::Argument => 7,
        Kind::Input => 8,
        Kind::Alias => 9,
        Kind::Attribute => 10,
        Kind::Number => 11,
        Kind::String => 12,
        Kind::Operator => 13,
        Kind::Dialect => 14,
        Kind::Modifier => 15,
        Kind::Constant => 16,
    }
}

fn bits(modifiers: SemanticModifiers) -> u32 {
    let SemanticModifiers { definition, induction, symbol, dimension, control } = modifiers;
    [definition, induction, symbol, dimension, symbol, control]
        .iter()
        .enumerate()
        .map(|(bit, is_set)| u32::from(*is_set) << bit)
        .sum()
}

/// Tokens, whose places count from an offset, each relative to the one before, and the first to a position; and where the last
/// one begins.
pub(super) fn relative(
    places: &mut Places<'_>,
    tokens: &[analysis::SemanticToken],
    offset: TextSize,
    position: Position,
) -> (Vec<SemanticToken>, Position) {
    let mut last = position;
    let relative = tokens.iter().map(|token| {
        let Range { start, end } = places.range(token.range + offset);
        let seen = from_start(start, last);
        last = start;
        SemanticToken {
            delta_line: seen.line,
            delta_start: seen.character,
            length: end.character.saturating_sub(start.character),
            token_type: type_index(token.kind),
            token_modifiers_bitset: bits(token.modifiers),
        }
    });
    (relative.collect(), last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_its_place_in_the_legend() {
        let kinds = [
            (Kind::Comment, "comment"),
            (Kind::Operation, "method"),
            (Kind::Label, "label"),
            (Kind::Input, "typeParameter"),
            (Kind::Operator, "operator"),
            (Kind::Dialect, "namespace"),
            (Kind::Constant, "enumMember"),
        ];
        for (kind, name) in kinds {
            assert_eq!(TYPES[type_index(kind) as usize].as_str(), name);
        }
        let symbol = SemanticModifiers { symbol: true, ..SemanticModifiers::default() };
        assert_eq!(bits(symbol), 0b10100);
    }

    /// The editor has colours for what the protocol names; the rest is declared, and all of it is led back to the grammar's.
    #[test]
    fn the_extension_has_a_scope_for_every_type_and_declares_what_is_ours() {
        let manifest: serde_json::Value =
            serde_json::from_str(include_str!("../../../vscode-extension/package.json")).unwrap();
        let contributes = &manifest["contributes"];
        let declared = contributes["semanticTokenModifiers"].as_array().unwrap().iter();
        let declared: Vec<_> = declared.map(|it| it["id"].as_str().unwrap()).collect();
        assert_eq!(declared, ["induction", "symbol", "dimension", "control"]);
        let scopes = contributes["semanticTokenScopes"][0]["scopes"].as_object().unwrap();
        for name in TYPES.iter().map(SemanticTokenType::as_str) {
            assert!(scopes.contains_key(name), "{name}");
        }
        assert_ne!(scopes["method"], scopes["method.control"]);
    }
}
