//! The declarations of a definition, with additions that only its format knows.

use super::Reader;
use crate::ods::attributes::class;
use crate::ods::definition::{AttributeDefinition, OpDefinition, RegionDefinition, ValueDefinition};
use crate::ods::format::AttributeClass;
use crate::ods::{Arity, Expression, Name, TypeRule};

/// The declarations of a definition outside its format, to which the format adds attributes and traits.
pub(in crate::ods) struct Declared<'a>(pub(in crate::ods) &'a mut OpDefinition);

impl Declared<'_> {
    pub(super) fn arity(&self, name: &str) -> Option<Arity> {
        self.0.operand(name).or_else(|| self.0.result(name)).map(|it| it.arity)
    }

    pub(super) fn region(&self, name: &str) -> Option<&RegionDefinition> {
        self.0.regions.iter().find(|it| it.name == name)
    }

    pub(super) fn attribute_class(&self, name: &str) -> Option<AttributeClass> {
        self.0.attribute(name).map(|it| class(&it.constraint))
    }
}

impl Reader<'_, '_> {
    /// Adds a trait about types of values that only the format knows.
    pub(in crate::ods::format) fn add_trait(&mut self, name: &str, arguments: [&str; 2]) {
        let word = |text: &str| Expression { name: Name::new(text), arguments: Box::default() };
        let added = Expression { name: Name::new(name), arguments: arguments.map(word).into() };
        let mut traits = std::mem::take(&mut self.declared.0.traits).into_vec();
        traits.push(added);
        self.declared.0.traits = traits.into();
    }

    /// Adds an attribute that is none of the operation's own.
    pub(in crate::ods::format) fn add_attribute(&mut self, name: &str) {
        let mut attributes = std::mem::take(&mut self.declared.0.attributes).into_vec();
        attributes.push(AttributeDefinition::discardable(name));
        self.declared.0.attributes = attributes.into();
    }

    /// The attribute of that name, to be completed by the form.
    pub(in crate::ods::format) fn attribute(
        &mut self,
        name: &str,
    ) -> Result<&mut AttributeDefinition, String> {
        let mut attributes = self.declared.0.attributes.iter_mut();
        attributes.find(|it| it.name == name).ok_or_else(|| format!("no attribute `{name}`"))
    }

    /// Adds a block argument, unless the definition names it.
    pub(in crate::ods::format) fn add_argument(&mut self, name: &str, arity: Arity) {
        let mut arguments = std::mem::take(&mut self.declared.0.arguments).into_vec();
        if arguments.iter().all(|it| it.name != name) {
            arguments.push(ValueDefinition {
                name: Name::new(name),
                arity,
                constraint: Expression { name: Name::new("AnyType"), arguments: Box::default() },
                effects: Box::default(),
                rule: TypeRule::Unknown,
                otherwise: TypeRule::Unknown,
            });
        }
        self.declared.0.arguments = arguments.into();
    }
}
