include "mlir/IR/OpBase.td"

def Mine : Dialect { let name = "mine"; }

class CppOp<string mnemonic, list<Trait> traits = []> : Op<Mine, mnemonic, traits> {
  let hasCustomAssemblyFormat = 1;
}

def NewOp : CppOp<"new"> {
  let arguments = (ins TypeAttr:$of);
  let results = (outs AnyType:$result);
}

def GetOp : CppOp<"get"> {
  let arguments = (ins AnyType:$pointer);
  let results = (outs AnyType:$result);
}

def LoopOp : CppOp<"loop"> {
  let arguments = (ins Index:$from, Variadic<AnyType>:$inits);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region AnyRegion:$body);
}

def SliceOp : CppOp<"slice"> {
  let arguments = (ins AnyType:$pointer, Variadic<Index>:$numbers, DenseBoolArrayAttr:$ranges, OptionalAttr<BoolAttr>:$backward);
}

def EndOp : Op<Mine, "end", [Terminator]> {
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
}
