//! Parameters of types and attributes as parsers.

use super::{Walk, pieces};
use crate::{
    SyntaxKind::*,
    grammar::attribute,
    ods::{
        Name,
        attributes::{Parameter, item},
        format::StructField,
    },
    parser::Parser,
};

impl Walk<'_> {
    pub(super) fn parameter(&self, p: &mut Parser<'_>, kind: Parameter, name: &str) {
        match kind {
            Parameter::Integer if matches!(p.current_text(), "true" | "false") => attribute::attribute(p),
            Parameter::Integer => pieces::integer(p),
            Parameter::Case => pieces::case(p, self.cases(name)),
            Parameter::Cases => pieces::cases(p, self.cases(name)),
            Parameter::Attribute => attribute::attribute(p),
            Parameter::Symbol => self.symbol(p, name),
            Parameter::Foreign if p.at(BARE_ID) && !attribute::opt_attribute(p) => p.bump_any(),
            Parameter::Foreign => attribute::attribute(p),
        }
    }

    /// Whether what is here may be the parameter, where it need not be.
    pub(super) fn starts_parameter(&self, p: &Parser<'_>, kind: Parameter, name: &str) -> bool {
        match kind {
            Parameter::Integer => {
                matches!(p.current(), INTEGER | MINUS) || matches!(p.current_text(), "true" | "false")
            }
            Parameter::Case | Parameter::Cases => pieces::at_keyword(p, self.cases(name)),
            Parameter::Attribute | Parameter::Symbol | Parameter::Foreign => {
                !matches!(p.current(), COMMA | COLON | R_ANGLE | R_PAREN | R_BRACKET | R_BRACE | EOF)
            }
        }
    }

    fn cases(&self, name: &str) -> &[Name] {
        self.op.attribute(name).map(|it| &*it.keywords).unwrap_or_default()
    }

    /// A type or attribute in full, or its format alone.
    fn symbol(&self, p: &mut Parser<'_>, name: &str) {
        if matches!(p.current(), HASH_ID | EXCLAMATION_ID) {
            return attribute::attribute(p);
        }
        let symbol = self.op.attribute(name).and_then(|it| item(&it.constraint).arguments.first());
        match symbol.and_then(|it| p.registry().type_definition(&it.name)) {
            Some(definition) => p.nested(|p| _ = definition.parse(p)),
            None => p.expected("an attribute or a type"),
        }
    }

    /// Each parameter once, and all that have to be there.
    pub(super) fn structure(&self, p: &mut Parser<'_>, fields: &[StructField]) {
        let mut met: Vec<Name> = Vec::new();
        let is_required = |it: &&StructField| !it.is_optional;
        if !p.at(BARE_ID) && fields.iter().all(|it| it.is_optional) {
            return;
        }
        loop {
            match fields.iter().find(|it| p.at_keyword(&it.name)) {
                Some(field) if met.contains(&field.name) => {
                    p.expected(&*format!("no second '{}'", field.name));
                }
                Some(field) => {
                    met.push(field.name);
                    p.bump_any();
                    p.expect(EQ);
                    self.sequence(p, &field.value);
                }
                None => {
                    let left: Vec<Name> =
                        fields.iter().map(|it| it.name).filter(|it| !met.contains(it)).collect();
                    p.expected(&*pieces::one_of(&left));
                }
            }
            if p.is_silent() || !p.eat(COMMA) {
                break;
            }
        }
        if let Some(missing) = fields.iter().filter(is_required).find(|it| !met.contains(&it.name)) {
            p.expected(&*format!("the parameter '{}'", missing.name));
        }
    }
}
