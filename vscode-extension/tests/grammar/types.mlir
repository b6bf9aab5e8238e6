// SYNTAX TEST "source.mlir" "types"

!row = memref<4x?xf32, affine_map<(d0, d1)[s0] -> (d1 + s0, d0)>, 1 : i32>
// <---- entity.name.type.alias.mlir
//   ^ keyword.operator.assignment.mlir
//     ^^^^^^ support.type.shaped.mlir
//            ^ constant.numeric.dimension.mlir
//             ^ keyword.operator.dimension.mlir
//              ^ constant.language.dimension.dynamic.mlir
//               ^ keyword.operator.dimension.mlir
//                ^^^ support.type.scalar.mlir
//                     ^^^^^^^^^^ storage.type.affine.map.mlir
//                                 ^^ variable.parameter.dimension.mlir
//                                         ^^ variable.parameter.symbol.mlir
//                                             ^^ keyword.operator.arrow.mlir
//                                                              ^ meta.type.shaped.mlir - meta.affine
//                                                                ^ constant.numeric.integer.mlir
//                                                                    ^^^ support.type.scalar.mlir
//                                                                       ^ punctuation.definition.type.end.mlir
  %0 = memref.alloc() : memref<*xf32>
//                             ^ constant.language.dimension.unranked.mlir
//                               ^^^ support.type.scalar.mlir
  %1 = "a.b"() : () -> memref<2x0xvector<[4]x8xbf16>, strided<[?, 1], offset: 3>, "gpu">
//                            ^ constant.numeric.dimension.mlir
//                              ^ constant.numeric.dimension.mlir
//                                ^^^^^^ support.type.shaped.mlir
//                                        ^ constant.numeric.dimension.mlir
//                                          ^ keyword.operator.dimension.mlir
//                                             ^^^^ support.type.scalar.mlir
//                                                    ^^^^^^^ storage.type.attribute.mlir
//                                                             ^ keyword.operator.dynamic.mlir
//                                                                    ^^^^^^ keyword.other.mlir
//                                                                                ^^^^^ string.quoted.double.mlir
  %2 = "a.b"() : () -> (tensor<4x!llvm.ptr<i8>>, complex<f64>, tuple<i1, index>, none)
//                      ^^^^^^ support.type.shaped.mlir
//                                ^^^^ entity.name.namespace.dialect.mlir
//                                     ^^^ support.type.dialect.mlir
//                                         ^^ support.type.scalar.mlir
//                                               ^^^^^^^ support.type.compound.mlir
//                                                       ^^^ support.type.scalar.mlir
//                                                             ^^^^^ support.type.compound.mlir
//                                                                   ^^ support.type.scalar.mlir
//                                                                               ^^^^ support.type.scalar.mlir
//                                                                                   ^ - meta.type
  func.func private @f(si8, ui16, f8E4M3FN, tf32, !row, tensor<4xcomplex<f32>, #sparse.x>)
//                     ^^^ support.type.scalar.mlir
//                          ^^^^ support.type.scalar.mlir
//                                ^^^^^^^^ support.type.scalar.mlir
//                                          ^^^^ support.type.scalar.mlir
//                                                ^^^^ entity.name.type.alias.mlir
//                                                               ^^^^^^^ support.type.compound.mlir
//                                                                              ^^^^^^ entity.name.namespace.dialect.mlir
//                                                                                     ^ support.other.attribute.dialect.mlir
  %3 = memref.load %m[%i] : memref<4x
  affine.yield %3 : f32
//^^^^^^ entity.name.namespace.dialect.mlir - meta.type
