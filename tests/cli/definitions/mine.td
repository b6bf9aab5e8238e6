include "mlir/IR/OpBase.td"

def Mine : Dialect {
  let name = "mine";
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
}

class MineOp<string mnemonic, list<Trait> traits = []> : Op<Mine, mnemonic, traits>;

def ScaleOp : MineOp<"scale", [Pure, AllTypesMatch<["value", "result"]>]> {
  let summary = "Scales a value";
  let description = [{
    Once or more often.

    No value is scaled by none.
  }];
  let arguments = (ins F32:$value, Variadic<Index>:$by, OptionalAttr<I64Attr>:$times);
  let results = (outs F32:$result);
  let assemblyFormat = "$value `by` $by (`times` $times^)? attr-dict `:` type($result)";
}

def RegionOp : MineOp<"region"> {
  let regions = (region AnyRegion:$body);
  let assemblyFormat = "$body attr-dict";
}

def DoneOp : MineOp<"done", [Terminator]> {
  let assemblyFormat = "attr-dict";
}

def CppOp : MineOp<"cpp"> {
  let arguments = (ins AnyType:$value);
  let hasCustomAssemblyFormat = 1;
}

def Speed : EnumInfo<"Speed", [EnumCase<"fast">, EnumCase<"slow">]>;

def HowAttr : AttrDef<Mine, "How"> {
  let mnemonic = "how";
  let parameters = (ins EnumParameter<Speed>:$speed, OptionalParameter<"int64_t">:$times);
  let assemblyFormat = "`<` struct(params) `>`";
}

def BoxType : TypeDef<Mine, "Box"> {
  let mnemonic = "box";
  let parameters = (ins "::mlir::Type":$of, ArrayRefParameter<"unsigned">:$sizes, OptionalParameter<"HowAttr">:$how);
  let assemblyFormat = "`<` $of `:` $sizes (`by` $how^)? `>`";
}

def PackOp : MineOp<"pack"> {
  let arguments = (ins AnyType:$value, OptionalAttr<HowAttr>:$how);
  let results = (outs AnyType:$result);
}
