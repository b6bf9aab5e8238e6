// SYNTAX TEST "source.mlir" "operations, values, blocks and symbols"

module @kernels attributes {sys.flag, llvm.data_layout = "e"} {
// <------ keyword.control.operation.mlir
//     ^^^^^^^^ entity.name.function.symbol.mlir
//     ^ punctuation.definition.symbol.mlir
//              ^^^^^^^^^^ storage.modifier.mlir
//                          ^^^^^^^^ entity.other.attribute-name.mlir
//                                    ^^^^^^^^^^^^^^^^ entity.other.attribute-name.mlir
//                                                   ^ - string
//                                                       ^^^ string.quoted.double.mlir
  func.func private @"a \22 b"(%arg0: memref<4xf32>, index) -> (i32, f32)
//^^^^ entity.name.namespace.dialect.mlir
//    ^ punctuation.separator.dialect.mlir
//     ^^^^ keyword.control.operation.mlir
//          ^^^^^^^ storage.modifier.mlir
//                  ^^^^^^^^^^ entity.name.function.symbol.mlir
//                      ^^^ constant.character.escape.mlir
//                             ^^^^^ variable.other.ssa.mlir
//                                                   ^^^^^ support.type.scalar.mlir
//                                                          ^^ keyword.operator.arrow.mlir
  affine.for %i = 0 to 9 step 2 iter_args(%acc = %cst) -> (f32) {
//^^^^^^ entity.name.namespace.dialect.mlir
//       ^^^ keyword.control.operation.mlir
//           ^^ variable.other.ssa.mlir
//           ^ punctuation.definition.variable.mlir
//              ^ keyword.operator.assignment.mlir
//                ^ constant.numeric.integer.mlir
//                  ^^ keyword.control.mlir
//                       ^^^^ keyword.control.mlir
//                              ^^^^^^^^^ keyword.control.mlir
//                                               ^^^^ variable.other.ssa.mlir
  affine.for %j = max #lower(%i)[%n] to min affine_map<(d0) -> (d0, 4)>(%i) {
//                ^^^ keyword.control.mlir
//                    ^^^^^^ constant.other.alias.attribute.mlir
//                                      ^^^ keyword.control.mlir
//                                          ^^^^^^^^^^ storage.type.affine.map.mlir
//                                                                      ^^ variable.other.ssa.mlir - meta.affine
  affine.if #set(%i)[%n] { affine.yield %a : f32 } else { affine.yield %b : f32 }
//       ^^ keyword.control.operation.mlir
//          ^^^^ constant.other.alias.attribute.mlir
//                                ^^^^^ keyword.control.operation.mlir
//                                                 ^^^^ keyword.control.mlir
  %0:2, %last = "toy.op"(%a#1, %arg1) <{map = #map}> {tag = "x"} : (i32) -> f32
//^^ variable.other.ssa.mlir
//   ^ constant.numeric.integer.mlir
//      ^^^^^ variable.other.ssa.mlir
//              ^^^^^^^^ string.quoted.double.operation.mlir
//               ^^^ entity.name.namespace.dialect.mlir
//                   ^^ entity.name.tag.operation.mlir
//                       ^^ variable.other.ssa.mlir
//                         ^ punctuation.separator.result-number.mlir
//                          ^ constant.numeric.result-number.mlir
//                                      ^^^ entity.other.attribute-name.mlir
//                                                    ^^^ entity.other.attribute-name.mlir
  affine.store %v, %m[%i - 2, %j mod 4 + symbol(%n)] : memref<4xf32>
//       ^^^^^ entity.name.tag.operation.mlir
//                       ^ keyword.operator.arithmetic.mlir
//                         ^ constant.numeric.integer.mlir
//                               ^^^ keyword.operator.word.affine.mlir
//                                       ^^^^^^ keyword.operator.word.affine.mlir
  %c = arith.cmpi slt, %a-b, %1 : index
//           ^^^^ entity.name.tag.operation.mlir
//                ^^^ constant.language.predicate.mlir
//                     ^^^^ variable.other.ssa.mlir
  cf.br ^bb0(%c : i1)
//      ^^^^ entity.name.label.mlir
//      ^ punctuation.definition.label.mlir
//           ^^ variable.other.ssa.mlir
  ^bb0(%x: i1):
//^^^^ entity.name.label.mlir
  return %c : i1
//^^^^^^ keyword.control.operation.mlir
  %s = memref.alloc() {alignment = 64 : i64} : memref<4xf32> // the %end
//     ^^^^^^ entity.name.namespace.dialect.mlir - meta.type
//            ^^^^^ entity.name.tag.operation.mlir
//                     ^^^^^^^^^ entity.other.attribute-name.mlir
//                                      ^^^ support.type.scalar.mlir
//                                                           ^^^^^^^^^^^ comment.line.double-slash.mlir
//                                                           ^^ punctuation.definition.comment.mlir
