//! Which operations are pure: without effects on memory, and harmless to run where they would not have run.

use super::{Symbols, is_constant};
use crate::{Form, OpId, OpKind};

pub(super) enum Purity {
    Pure,
    /// With the reason.
    Impure(String),
    Unknown,
}

impl Symbols<'_> {
    /// Whether the operation has no effects and may be speculated.
    pub(super) fn purity(&self, op: OpId) -> Purity {
        let data = &self.ir.ops[op];
        let name = &*data.name;
        match name {
            _ if data.broken || !name.contains('.') => Purity::Unknown,
            _ if data.transfer().is_some_and(|it| it.stored.is_none()) => {
                Purity::Impure("it is loaded inside the loop".to_owned())
            }
            "memref.rank" => Purity::Impure("memref.rank is not computed from symbols".to_owned()),
            _ if data.has_trait("CallOpInterface") => {
                Purity::Impure("it is returned by a call inside the loop".to_owned())
            }
            _ if data.is_pure() || data.has_trait("ShapedDimOpInterface") => Purity::Pure,
            _ if data.has_trait("RecursiveMemoryEffects") => {
                let speculates = ["RecursivelySpeculatable", "ConditionallySpeculatable"];
                match speculates.iter().any(|it| data.has_trait(it)) {
                    true => self.region_purity(op),
                    false => Purity::Impure(format!("{name} is not known to be pure")),
                }
            }
            _ if !data.is_of_complete_dialect && data.has_no_memory_effect() => {
                Purity::Impure(format!("{name} is not known to be pure"))
            }
            _ if data.has_no_memory_effect() && data.has_trait("ConditionallySpeculatable") => {
                self.division(op, name)
            }
            _ if data.has_no_memory_effect() => Purity::Impure("the division may trap".to_owned()),
            _ if !data.is_of_complete_dialect && data.form == Form::Generic => {
                Purity::Impure(format!("{name} is not known to be pure"))
            }
            _ => Purity::Unknown,
        }
    }

    fn division(&self, op: OpId, name: &str) -> Purity {
        let divisor = self.ir.ops[op].operands.get(1).and_then(|it| it.value);
        let Some(divisor) = divisor.and_then(|it| self.ir.defining_op(it)) else {
            return Purity::Impure("the division may trap".to_owned());
        };
        match self.ir.ops[divisor].kind {
            OpKind::ConstantInteger(0) => Purity::Impure("the division by zero traps".to_owned()),
            OpKind::ConstantInteger(-1) if name.ends_with("si") => {
                Purity::Impure("the division may overflow".to_owned())
            }
            OpKind::ConstantInteger(_) => Purity::Pure,
            OpKind::Constant | OpKind::Apply(_) => Purity::Unknown,
            _ => Purity::Impure("the division may trap".to_owned()),
        }
    }

    fn region_purity(&self, op: OpId) -> Purity {
        if !self.spend() {
            return Purity::Unknown;
        }
        let step = match &self.ir.ops[op].kind {
            OpKind::For(it) => it.step == Some(1),
            OpKind::Other if self.ir.ops[op].is("scf.for") => {
                let step = self.ir.ops[op].operands.get(2).and_then(|it| it.value);
                let step = step.and_then(|it| self.ir.defining_op(it));
                step.is_some_and(|it| matches!(self.ir.ops[it].kind, OpKind::ConstantInteger(1)))
            }
            _ => true,
        };
        let name = &self.ir.ops[op].name;
        if !step {
            return Purity::Impure(format!("{name} with a step other than 1 is not known to be pure"));
        }
        let mut unknown = false;
        for region in &self.ir.ops[op].regions {
            for block in &self.ir.regions[*region].blocks {
                for inner in &self.ir.blocks[*block].ops {
                    let inner_name = &*self.ir.ops[*inner].name;
                    if self.ir.ops[*inner].is_terminator() || is_constant(&self.ir.ops[*inner].kind) {
                        continue;
                    }
                    match self.purity(*inner) {
                        Purity::Pure => {}
                        Purity::Unknown => unknown = true,
                        Purity::Impure(_) => {
                            let reason = format!("{name} is not pure: its body contains {inner_name}");
                            return Purity::Impure(reason);
                        }
                    }
                }
            }
        }
        if unknown { Purity::Unknown } else { Purity::Pure }
    }
}
