//! The inherent attributes of the affine operations, which the generic form writes out.

use crate::context::RuleContext;
use ir::aliases::AttributeAlias;
use ir::types::{Signedness, Type};
use ir::{Form, Op, OpId};
use syntax::ods::Name;
use syntax::{Located, SyntaxKind};

/// The kind of value that an attribute must have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Map,
    Set,
    /// An integer of type `index`.
    Index,
    Bool,
    /// An integer of type `i32`.
    I32,
    /// An array of `i64`.
    Integers,
    /// `dense<…> : tensor<Nxi32>`
    Groups,
    /// `array<i64: …>`
    DenseIntegers,
}

impl Kind {
    fn of(constraint: &str) -> Option<Self> {
        Some(match constraint {
            "AffineMapAttr" => Kind::Map,
            "IntegerSetAttr" => Kind::Set,
            "IndexAttr" => Kind::Index,
            "BoolAttr" => Kind::Bool,
            "I32Attr" => Kind::I32,
            "I64SmallVectorArrayAttr" | "TypedArrayAttrBase" => Kind::Integers,
            "I32ElementsAttr" => Kind::Groups,
            "DenseI64ArrayAttr" => Kind::DenseIntegers,
            _ => return None,
        })
    }

    pub fn text(self) -> &'static str {
        match self {
            Kind::Map => "an affine map",
            Kind::Set => "an affine set",
            Kind::Index => "an integer of type index",
            Kind::Bool => "true or false",
            Kind::I32 => "an integer of type i32",
            Kind::Integers => "an array of 64-bit integers",
            Kind::Groups => "a dense tensor of i32",
            Kind::DenseIntegers => "array<i64: …>",
        }
    }
}

/// The required attributes of an operation; none where it has none or is not known.
pub fn required(op: &Op) -> impl Iterator<Item = (Name, Kind)> {
    let of_affine = op.definition.iter().filter(|it| it.dialect() == "affine");
    let attributes = of_affine.flat_map(|it| &it.attributes).filter(|it| !it.is_optional);
    attributes.filter_map(|it| Some((it.name, Kind::of(&it.constraint.name)?)))
}

/// The operations whose inherent attributes the text writes out.
pub fn generic_ops<'db>(ctx: &RuleContext<'db>) -> impl Iterator<Item = (OpId, &'db Op)> {
    ctx.ops().filter(|(_, op)| op.form == Form::Generic)
}

/// Whether the attribute is certainly of another kind.
pub fn is_other_kind(ctx: &RuleContext<'_>, kind: Kind, node: Located<'_>) -> bool {
    let found = node.kind();
    if found == SyntaxKind::ATTRIBUTE_ALIAS {
        return match ctx.alias(&node.trimmed_text()) {
            AttributeAlias::Undefined | AttributeAlias::Other => false,
            AttributeAlias::Map(_) => kind != Kind::Map,
            AttributeAlias::Set(_) => kind != Kind::Set,
            AttributeAlias::Integer(_) => !matches!(kind, Kind::Index | Kind::I32 | Kind::Bool),
        };
    }
    let has_type = |wanted: &Type| {
        let written = node.types().next().map(|it| ctx.lowered_type(it));
        !written.unwrap_or(integer(64)).differs_from(wanted)
    };
    match kind {
        Kind::Map => found != SyntaxKind::AFFINE_MAP_ATTRIBUTE,
        Kind::Set => found != SyntaxKind::INTEGER_SET_ATTRIBUTE,
        Kind::Index => found != SyntaxKind::INTEGER_ATTRIBUTE || !has_type(&Type::Index),
        Kind::Bool => {
            found != SyntaxKind::BOOL_ATTRIBUTE
                && (found != SyntaxKind::INTEGER_ATTRIBUTE || !has_type(&integer(1)))
        }
        Kind::I32 => found != SyntaxKind::INTEGER_ATTRIBUTE || !has_type(&integer(32)),
        Kind::Integers => {
            let is_wide = |it: Located<'_>| !is_other_integer(ctx, it);
            found != SyntaxKind::ARRAY_ATTRIBUTE || !node.attributes().all(is_wide)
        }
        Kind::Groups => {
            let ty = node.types().next().map(|it| ctx.lowered_type(it));
            let is_tensor = match ty {
                Some(Type::Tensor { element, .. } | Type::Vector { element, .. }) => {
                    !element.differs_from(&integer(32))
                }
                Some(ty) => ty.has_unknown(),
                None => true,
            };
            found != SyntaxKind::DENSE_ATTRIBUTE || !is_tensor
        }
        Kind::DenseIntegers => found != SyntaxKind::DENSE_ARRAY_ATTRIBUTE,
    }
}

fn is_other_integer(ctx: &RuleContext<'_>, node: Located<'_>) -> bool {
    let ty = node.types().next().map(|it| ctx.lowered_type(it));
    match node.kind() {
        SyntaxKind::INTEGER_ATTRIBUTE => ty.is_some_and(|it| it.differs_from(&integer(64))),
        SyntaxKind::ATTRIBUTE_ALIAS => false,
        _ => true,
    }
}

fn integer(width: u32) -> Type {
    Type::Integer { width, signedness: Signedness::Signless }
}
