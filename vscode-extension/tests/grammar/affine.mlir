// SYNTAX TEST "source.mlir" "affine maps and sets"

#map = affine_map<(d0, i)[s0, N] -> (d0 * 2 + s0, -i floordiv (N + 1), d0 mod 4, i ceildiv 0x2)>
// <---- constant.other.alias.attribute.mlir
//   ^ keyword.operator.assignment.mlir
//     ^^^^^^^^^^ storage.type.affine.map.mlir
//               ^ punctuation.definition.affine.begin.mlir
//                ^ punctuation.section.parens.begin.mlir
//                 ^^ variable.parameter.dimension.mlir
//                     ^ variable.parameter.dimension.mlir
//                        ^^ variable.parameter.symbol.mlir
//                            ^ variable.parameter.symbol.mlir
//                               ^^ keyword.operator.arrow.mlir
//                                   ^^ variable.parameter.dimension.mlir
//                                      ^ keyword.operator.arithmetic.mlir
//                                        ^ constant.numeric.integer.mlir
//                                          ^ keyword.operator.arithmetic.mlir
//                                            ^^ variable.parameter.symbol.mlir
//                                                ^ keyword.operator.arithmetic.mlir
//                                                 ^ variable.parameter.mlir
//                                                   ^^^^^^^^ keyword.operator.word.affine.mlir
//                                                            ^ punctuation.section.parens.begin.mlir
//                                                                     ^^ variable.parameter.dimension.mlir
//                                                                        ^^^ keyword.operator.word.affine.mlir
//                                                                               ^ variable.parameter.mlir
//                                                                                 ^^^^^^^ keyword.operator.word.affine.mlir
//                                                                                         ^^^ constant.numeric.hex.mlir
//                                                                                             ^ punctuation.definition.affine.end.mlir
#set = affine_set<(d0)[s0] : (d0 >= 0, s0 - d0 - 1 >= 0, d0 mod 2 == 0)>
//     ^^^^^^^^^^ storage.type.affine.set.mlir
//                         ^ punctuation.separator.colon.mlir
//                               ^^ keyword.operator.comparison.mlir
//                                     ^^ variable.parameter.symbol.mlir
//                                                                ^^ keyword.operator.comparison.mlir
//                                                                     ^ punctuation.definition.affine.end.mlir
#split = affine_map<(d0)
                   -> (d0, // all of it
//                 ^^ keyword.operator.arrow.mlir
//                         ^^^^^^^^^^^^ comment.line.double-slash.mlir
                       d0 floordiv 2)>
//                     ^^ variable.parameter.dimension.mlir
//                        ^^^^^^^^ keyword.operator.word.affine.mlir
#empty = affine_map<() -> ()>
//                          ^ punctuation.definition.affine.end.mlir
  %0 = affine.apply affine_map<(d0) -> (d0
  %1 = affine.min #map(%i)[%n]
//^^ variable.other.ssa.mlir - meta.affine
  affine.parallel (%i, %j) = (0, max(%a, 1)) to (%n, min(%b, 10)) step (1, 2) reduce ("addf") -> f32 {
//       ^^^^^^^^ keyword.control.operation.mlir
//                               ^^^ keyword.control.mlir
//                                           ^^ keyword.control.mlir
//                                                                ^^^^ keyword.control.mlir
//                                                                            ^^^^^^ keyword.control.mlir
//                                                                                    ^^^^^^ string.quoted.double.mlir - string.quoted.double.operation
