//! `transfer-element-type`: a transfer between memory and vector of different element types.

use crate::context::RuleContext;
use crate::finding::Report;
use ir::types::Type;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        let (is_read, memory, vector) = match &*op.name {
            "vector.transfer_read" => (true, 0, 1),
            "vector.transfer_write" => (false, 1, 0),
            _ => continue,
        };
        let written = ctx.written_types(id);
        let types = ctx.lowered_types(id);
        let (Some(place), Some(memory), Some(Type::Vector { element, .. })) =
            (written.get(vector), types.get(memory), types.get(vector))
        else {
            continue;
        };
        let own = match memory {
            Type::MemRef(it) => &it.element,
            Type::Tensor { element, .. } => &**element,
            _ => continue,
        };
        if !is_number(own) || !is_number(element) || *own == **element {
            continue;
        }
        let message = match is_read {
            true => format!("elements of type {own} are read as {element}"),
            false => format!("elements of type {element} are written as {own}"),
        };
        report.add(ctx.pointer(id, place), message);
    }
}

fn is_number(ty: &Type) -> bool {
    matches!(ty, Type::Index | Type::Integer { .. } | Type::Float(_))
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn written_as_integers() {
        check(
            r#"
func.func @write(%m: memref<8xi32>, %i: index, %v: vector<4xf32>) {
  vector.transfer_write %v, %m[%i] : vector<4xf32>, memref<8xi32>
                                   //^^^^^^^^^^^^^ warning transfer-element-type: elements of type f32 are written as i32
  return
}"#,
        );
    }
}
