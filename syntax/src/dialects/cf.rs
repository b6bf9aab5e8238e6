//! `cf`: branches between blocks. What is passed to a block is with its label, and is not an operand here.

use crate::ods::{OpText, op};

pub(super) const OPERATIONS: &[OpText<'static>] = &[
    op(&["assert"]).ins("I1:$arg, StrAttr:$msg").format("$arg `,` $msg attr-dict"),
    op(&["br"])
        .frequency(&[7])
        .successors("AnySuccessor:$dest")
        .traits("Pure, Terminator")
        .format("$dest attr-dict"),
    op(&["cond_br"])
        .frequency(&[7])
        .ins("I1:$condition, OptionalAttr<DenseI32ArrayAttr>:$branch_weights")
        .successors("AnySuccessor:$trueDest, AnySuccessor:$falseDest")
        .traits("Pure, Terminator")
        .format("$condition (`weights` `(` $branch_weights^ `)`)? `,` $trueDest `,` $falseDest attr-dict"),
    op(&["switch"])
        .ins("AnyInteger:$flag, OptionalAttr<AnyIntElementsAttr>:$case_values")
        .successors("AnySuccessor:$defaultDestination, VariadicSuccessor<AnySuccessor>:$caseDestinations")
        .traits("Pure, Terminator")
        .format(
            "$flag `:` type($flag) `,` \
             `[` custom<SwitchOpCases>($defaultDestination, $case_values, $caseDestinations) `]` attr-dict",
        ),
];
