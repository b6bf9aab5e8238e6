//! The directives of types and attributes: `params` and `struct`, and the lists that parameters may be.

use super::{Element, Name, Reader, Repeat, Token};
use crate::SyntaxKind::COMMA;
use crate::ods::format::StructField;

/// `params`: all parameters, with commas between them. From the first after which there are optional ones alone, what
/// follows a comma may be missing with it.
pub(super) fn in_order(reader: &mut Reader<'_, '_>, out: &mut Vec<Element>) -> Result<(), String> {
    let fields = fields(reader)?;
    let required = fields.iter().rposition(|it| !it.is_optional).map_or(0, |it| it + 1);
    let mut rest: Vec<Element> = Vec::new();
    for (index, field) in fields.iter().enumerate().skip(required).rev() {
        let mut group: Vec<Element> = Vec::new();
        group.extend((index > 0).then_some(Element::Token(COMMA)));
        group.extend(field.value.iter().cloned());
        group.extend(rest);
        rest = vec![Element::Group { alternatives: [group.into()].into(), repeat: Repeat::Optional }];
    }
    for (index, field) in fields.into_iter().take(required).enumerate() {
        out.extend((index > 0).then_some(Element::Token(COMMA)));
        out.extend(field.value);
    }
    out.extend(rest);
    Ok(())
}

/// `struct(params)` or `struct($a, $b)`
pub(super) fn by_name(reader: &mut Reader<'_, '_>) -> Result<Element, String> {
    reader.expect(Token::Punctuation('('))?;
    let mut found = Vec::new();
    while !reader.eat(Token::Punctuation(')')) {
        match reader.peek() {
            Some(Token::Word("params")) => {
                reader.next += 1;
                found.extend(fields(reader)?);
            }
            Some(Token::Variable(name)) => {
                reader.next += 1;
                found.push(field(reader, name)?);
            }
            other => return Err(format!("no field {other:?}")),
        }
        reader.eat(Token::Punctuation(','));
    }
    match &*found {
        [] => Err("`struct` has fields".to_owned()),
        _ => Ok(Element::Struct { fields: found.into() }),
    }
}

/// One or more with commas between them.
pub(super) fn list(item: Element) -> Element {
    let further = [[Element::Token(COMMA), item.clone()].into()].into();
    let further = Element::Group { alternatives: further, repeat: Repeat::Many };
    Element::Group { alternatives: [[item, further].into()].into(), repeat: Repeat::Once }
}

fn fields(reader: &mut Reader<'_, '_>) -> Result<Vec<StructField>, String> {
    let names: Vec<Name> = reader.declared.0.attributes.iter().map(|it| it.name).collect();
    names.iter().map(|it| field(reader, it)).collect()
}

fn field(reader: &mut Reader<'_, '_>, name: &str) -> Result<StructField, String> {
    let parameter = reader.declared.0.attribute(name).ok_or_else(|| format!("`${name}` is no parameter"))?;
    let (name, is_optional) = (parameter.name, parameter.is_optional);
    Ok(StructField { name, is_optional, value: reader.variable(&name)?.into_iter().collect() })
}
