//! Where the types of values come from, as the form and the traits of their operation say.

use super::definition::{OpDefinition, ValueDefinition};
use super::{Expression, Name};

/// Where the type of a value comes from. Names refer to operands, results and block arguments of the same operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TypeRule {
    /// It is written in the form: the types in this slot, see [`super::OpBinding::types`]. One type for a single
    /// value, as many as there are values for a variadic one.
    Written(usize),
    /// The type of the value of that name, element by element if both are variadic.
    SameAs(Name),
    /// This type, always: `index`, `i1`.
    Fixed(Name),
    /// `i1`, or a vector or tensor of `i1` with the shape of the value of that name.
    I1Like(Name),
    /// The element type of the shaped value of that name.
    ElementOf(Name),
    /// The first parameter of the type of the value of that name: `i32` of `!d.ptr<i32>`.
    FirstParameterOf(Name),
    /// The type that this text writes: `$a` is the type that the form writes under that name.
    Text(Name),
    /// The type of the attribute of that name, see [`super::OpBinding::attribute`].
    TypeOfAttribute(Name),
    /// It follows from more than the definition says.
    Unknown,
}

/// Gives every value of a definition its rules.
pub(super) fn derive(definition: &mut OpDefinition) -> Result<(), String> {
    let rules: Vec<_> = definition
        .values()
        .map(|value| Ok((written(definition, value.name), derived(definition, value)?)))
        .collect::<Result<_, String>>()?;
    let values = definition.operands.iter_mut().chain(&mut definition.results);
    for (value, (slot, derived)) in values.chain(&mut definition.arguments).zip(rules) {
        (value.rule, value.otherwise) = match slot {
            Some(slot) => (TypeRule::Written(slot), derived),
            None => (derived, TypeRule::Unknown),
        };
    }
    Ok(())
}

fn written(definition: &OpDefinition, value: Name) -> Option<usize> {
    definition.format()?.slot(&value)
}

/// The rule of a value whose type is not written.
fn derived(definition: &OpDefinition, value: &ValueDefinition) -> Result<TypeRule, String> {
    if let Some(ty) = built(&value.constraint) {
        return Ok(TypeRule::Fixed(ty));
    }
    for one in &definition.traits {
        if let Some(rule) = rule_of(definition, one, value.name)? {
            return Ok(rule);
        }
    }
    Ok(TypeRule::Unknown)
}

/// The only type that a constraint admits. `DefaultValuedType<…, T>` is of that type where none is written.
fn built(constraint: &Expression) -> Option<Name> {
    match &*constraint.name {
        "Index" => Some(Name::new("index")),
        "I1" => Some(Name::new("i1")),
        "DefaultValuedType" => built(constraint.arguments.last()?),
        _ => None,
    }
}

fn rule_of(definition: &OpDefinition, one: &Expression, value: Name) -> Result<Option<TypeRule>, String> {
    let same: Vec<Name> = match &*one.name {
        "SameTypeOperands" => definition.operands.iter().map(|it| it.name).collect(),
        "SameOperandsAndResultType" => {
            definition.operands.iter().chain(&definition.results).map(|it| it.name).collect()
        }
        "AllTypesMatch" => one.arguments.iter().map(|it| it.name).collect(),
        "TypesMatchWith" => return types_match_with(definition, one, value),
        "TypeOfAttribute" | "FirstParameter" | "OnlyType" | "SameTypes" => {
            let [of, from] = &*one.arguments else { return Err(format!("{} has two parts", one.name)) };
            let rule = match &*one.name {
                "TypeOfAttribute" => TypeRule::TypeOfAttribute,
                "FirstParameter" => TypeRule::FirstParameterOf,
                "SameTypes" => TypeRule::SameAs,
                _ => TypeRule::Text,
            };
            return Ok((of.name == value).then_some(rule(from.name)));
        }
        _ => return Ok(None),
    };
    for name in &same {
        if definition.values().all(|it| it.name != *name) && definition.attribute(name).is_none() {
            return Err(format!("{}: no value `{name}`", one.name));
        }
    }
    if !same.contains(&value) {
        return Ok(None);
    }
    if let Some(attribute) = same.iter().find(|it| definition.attribute(it).is_some()) {
        return Ok(Some(TypeRule::TypeOfAttribute(*attribute)));
    }
    let is_known = |name: &&Name| written(definition, **name).is_some();
    Ok(same.iter().filter(|it| **it != value).find(is_known).map(|it| TypeRule::SameAs(*it)))
}

/// `TypesMatchWith<"summary", source, target, "transformer">`
fn types_match_with(
    definition: &OpDefinition,
    one: &Expression,
    value: Name,
) -> Result<Option<TypeRule>, String> {
    let [_, source, target, transformer] = &*one.arguments else {
        return Err(format!("{} has four parts", one.name));
    };
    if let Some(other) =
        [source, target].into_iter().find(|it| definition.values().all(|value| value.name != it.name))
    {
        return Err(format!("{}: no value `{}`", one.name, other.name));
    }
    if target.name != value {
        return Ok(None);
    }
    let transformer = &*transformer.name;
    Ok(if transformer.contains("getElementType") {
        Some(TypeRule::ElementOf(source.name))
    } else if transformer.contains("getI1SameShape") {
        Some(TypeRule::I1Like(source.name))
    } else if transformer == "$_self" {
        Some(TypeRule::SameAs(source.name))
    } else {
        None
    })
}
