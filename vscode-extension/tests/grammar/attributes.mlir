// SYNTAX TEST "source.mlir" "literals, attributes, locations, resources"

  "a.b"() {i = 42 : i32, h = 0xFF, n = -1, f = 1.5e-3 : f32, g = 1. : f32, x = 0x7FC00000 : f32, t = true, u = unit} : () -> ()
//         ^ entity.other.attribute-name.mlir
//             ^^ constant.numeric.integer.mlir
//                           ^^^^ constant.numeric.hex.mlir
//                                     ^ keyword.operator.arithmetic.mlir
//                                      ^ constant.numeric.integer.mlir
//                                             ^^^^^^ constant.numeric.float.mlir
//                                                               ^^ constant.numeric.float.mlir
//                                                                             ^^^^^^^^^^ constant.numeric.hex.mlir
//                                                                                                   ^^^^ constant.language.mlir
//                                                                                                             ^^^^ keyword.other.mlir
  "a.b"() {s = "tab\t quote\" byte\0A slash\\ bad\q // none", e = ""} : () -> ()
//             ^ punctuation.definition.string.begin.mlir
//                 ^^ constant.character.escape.mlir
//                         ^^ constant.character.escape.mlir
//                                ^^^ constant.character.escape.mlir
//                                         ^^ constant.character.escape.mlir
//                                               ^^ invalid.illegal.escape.mlir
//                                                  ^^ string.quoted.double.mlir - comment
//                                                            ^ entity.other.attribute-name.mlir
  "a.b"() {s = "no end
  %0 = arith.constant dense<[[1.0, -2.0], [0x7F, 4]]> : tensor<2x2xf32>
//^^ variable.other.ssa.mlir - string
//                    ^^^^^ storage.type.attribute.mlir
//                            ^^^ constant.numeric.float.mlir
//                                         ^^^^ constant.numeric.hex.mlir
//                                                      ^^^^^^ support.type.shaped.mlir - meta.attribute
  %1 = "a.b"() {d = distinct[0]<"id">, a = array<i32: 1, 2>, m = #gpu.address_space<workgroup>, r = @outer::@inner} : () -> i32
//                  ^^^^^^^^ storage.type.attribute.mlir
//                              ^^^^ string.quoted.double.mlir
//                                         ^^^^^ storage.type.attribute.mlir
//                                               ^^^ support.type.scalar.mlir
//                                                                ^^^ entity.name.namespace.dialect.mlir
//                                                                    ^^^^^^^^^^^^^ support.other.attribute.dialect.mlir
//                                                                                                  ^^^^^^ entity.name.function.symbol.mlir
//                                                                                                        ^^ punctuation.separator.double-colon.mlir
//                                                                                                          ^^^^^^ entity.name.function.symbol.mlir
  "a.b"() : () -> () loc(callsite("f"("a.mlir":3:7) at fused<"p">[unknown, #loc3]))
//                   ^^^ keyword.other.location.mlir
//                       ^^^^^^^^ keyword.other.location.mlir
//                                    ^^^^^^^^ string.quoted.double.mlir
//                                             ^ constant.numeric.integer.mlir
//                                                  ^^ keyword.other.location.mlir
//                                                                ^^^^^^^ constant.language.mlir
//                                                                         ^^^^^ constant.other.alias.attribute.mlir
//                                                                               ^ meta.location.mlir
#loc3 = loc("file.mlir":1:2)
// <----- constant.other.alias.attribute.mlir
//      ^^^ keyword.other.location.mlir
// -----
// >>> comment.line.double-slash.separator.mlir
  // -----
//^^^^^^^^ comment.line.double-slash.separator.mlir
#loc4 = loc(unknown) // -----
//                   ^^^^^^^^ comment.line.double-slash.separator.mlir
// ------
// >>> comment.line.double-slash.mlir - comment.line.double-slash.separator.mlir
// ----- and more
// >>> comment.line.double-slash.mlir - comment.line.double-slash.separator.mlir
{-#
// <--- punctuation.section.resources.begin.mlir
  dialect_resources: {
//^^^^^^^^^^^^^^^^^ entity.other.attribute-name.mlir
    builtin: { blob: "0x08000000010000000000000002000000" }
//  ^^^^^^^ entity.other.attribute-name.mlir
//             ^^^^ entity.other.attribute-name.mlir
//                   ^^^ string.quoted.double.mlir
  }
#-}
// <--- punctuation.section.resources.end.mlir
