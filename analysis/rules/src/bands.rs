//! `affine.parallel` as its generic form writes it: groups, maps, steps and reductions.

use crate::context::RuleContext;
use crate::inherent_attributes::generic_ops;
use ir::affine::AffineMap;
use ir::{Attributes, Op, OpId, Pointer};

pub struct GenericBand<'db> {
    pub op: &'db Op,
    pub id: OpId,
    /// The arguments of the body, one per dimension.
    pub indices: usize,
    pub lower: Bounds,
    pub upper: Bounds,
    pub steps: Option<Vec<i64>>,
    pub reductions: Option<Vec<i64>>,
    pub attributes: Attributes<'db>,
}

/// One of the two maps with its groups.
pub struct Bounds {
    pub what: &'static str,
    pub map: Option<AffineMap>,
    pub map_place: Option<Pointer>,
    /// How many results belong to each dimension.
    pub groups: Option<Vec<i64>>,
    pub groups_place: Option<Pointer>,
}

/// The bands in generic form that have a body.
pub fn generic_bands<'db>(ctx: &RuleContext<'db>) -> Vec<GenericBand<'db>> {
    generic_ops(ctx)
        .filter(|(_, op)| op.is("affine.parallel"))
        .filter_map(|(id, op)| {
            let attributes = ctx.attributes(id)?;
            let indices = ctx.ir.blocks[ctx.ir.body(id)?].arguments.len();
            let place = |name: &str| attributes.get(name).map(|it| ctx.pointer(id, it));
            let bounds = |what, map: &str, groups: &str| Bounds {
                what,
                map: attributes.get(map).and_then(|it| ctx.map_attribute(it)),
                map_place: place(map),
                groups: attributes.integers(groups, splat_length(&attributes, groups)),
                groups_place: place(groups),
            };
            Some(GenericBand {
                op,
                id,
                indices,
                lower: bounds("lower bound", "lowerBoundsMap", "lowerBoundsGroups"),
                upper: bounds("upper bound", "upperBoundsMap", "upperBoundsGroups"),
                steps: attributes.integers("steps", 1),
                reductions: attributes.integers("reductions", 0),
                attributes,
            })
        })
        .collect()
}

/// The length that the type of `dense<1> : tensor<3xi32>` gives; 1 where it is not written.
fn splat_length(attributes: &Attributes<'_>, name: &str) -> usize {
    let length = || {
        let text = attributes.get(name)?.trimmed_text();
        let (_, shape) = text.rsplit_once("tensor<")?;
        shape.split('x').next()?.trim().parse().ok()
    };
    // A tensor of thousands of dimensions is not a band.
    length().unwrap_or(1).min(1 << 12)
}
