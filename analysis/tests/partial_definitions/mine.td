include "mlir/IR/OpBase.td"

include "traits.td"

def Mine : Dialect {
  let name = "mine";
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
}

class MineOp<string mnemonic, list<Trait> traits = []> : Op<Mine, mnemonic, !listconcat(traits, [Marked])>;

class MineType<string class, string word> : TypeDef<Mine, class> { let mnemonic = word; }

def Fast : EnumAttrCase<"fast", 0>;

def Slow : EnumAttrCase<"slow", 1>;

def Speed : EnumAttrInfo<"Speed", [Fast, Slow]>;

def BoxType : MineType<"Box", "box"> {
  let parameters = (ins "::mlir::Type":$of, OptionalParameter<"unsigned">:$size);
  let assemblyFormat = "`<` $of (`:` $size^)? `>`";
}

def TokenType : MineType<"Token", "token">;

def HowAttr : AttrDef<Mine, "How"> {
  let mnemonic = "how";
  let parameters = (ins "::mlir::Type":$of);
  let assemblyFormat = "`<` $of `>`";
}

def Number : AnyTypeOf<[F32, Index]>;

def Times : ConfinedAttr<OptionalAttr<I64Attr>, [IntPositive]>;

def Name : ConfinedAttr<DefaultValuedAttr<StrAttr, "x">, []>;

def FuncOp : MineOp<"func", [Holds, DeclareOpInterfaceMethods<GraphKind>]> {
  let regions = (region AnyRegion:$body);
  let assemblyFormat = "$body attr-dict";
}

def RunOp : MineOp<"run", [NoTerminator, AffineScope]> {
  let arguments = (ins Variadic<AnyType>:$inputs);
  let regions = (region AnyRegion:$body);
}

def GraphOp : MineOp<"graph", [GraphKind, NoTerminator]> {
  let regions = (region AnyRegion:$body);
}

def LoopOp : MineOp<"loop", [SingleBlockImplicitTerminator<"DoneOp">]> {
  let arguments = (ins Index:$count, UnitAttr:$wait);
  let regions = (region AnyRegion:$body);
  let assemblyFormat = "$count (`wait` $wait^)? $body attr-dict";
}

def DoneOp : MineOp<"done", [Terminator, HasParent<"LoopOp">]> {
  let assemblyFormat = "attr-dict";
}

def ReturnOp : MineOp<"return", [Ends]> {
  let arguments = (ins Optional<AnyType>:$value);
  let assemblyFormat = "($value^ `:` type($value))? attr-dict";
}

def JumpOp : MineOp<"jump", [Terminator]> {
  let arguments = (ins Variadic<AnyType>:$values);
  let successors = (successor AnySuccessor:$to);
  let assemblyFormat = "$to (`(` $values^ `:` type($values) `)`)? attr-dict";
}

class Unary<string mnemonic> : MineOp<mnemonic, [Pure, SameOperandsAndResultType]> {
  let arguments = (ins Number:$value, Speed:$speed, Times:$times, Name:$name);
  let results = (outs Number:$result);
  let assemblyFormat = "$speed $value (`times` $times^)? attr-dict `:` type($value)";
}

def ScaleOp : Unary<"scale">;

def FetchOp : MineOp<"fetch", [AllTypesMatch<["from", "to"]>, MemoryEffects<[]>]> {
  let arguments = (ins Arg<AnyMemRef, "", [MemRead]>:$from, Arg<AnyMemRef, "", [MemWrite]>:$to, Variadic<Index>:$at);
  let assemblyFormat = "$from `[` $at `]` `to` $to attr-dict `:` type($from)";
}

def SplitOp : MineOp<"split", [AttrSizedOperandSegments]> {
  let arguments = (ins Variadic<Index>:$first, Variadic<Index>:$second, OptionalAttr<HowAttr>:$how);
  let results = (outs Variadic<AnyType>:$parts);
}

def BoxOp : MineOp<"box"> {
  let arguments = (ins AnyType:$value, OptionalAttr<HowAttr>:$how, StrAttr:$label);
  let results = (outs BoxType:$box, Res<TokenType, "", [MemWrite]>:$token);
  let assemblyFormat = "$value $label (`how` $how^)? attr-dict `:` type($value) `->` qualified(type($box))";
}

def OpenOp : MineOp<"open"> {
  let arguments = (ins BoxType:$box, TokenType:$token);
  let results = (outs AnyType:$value);
  let assemblyFormat = "$box `,` $token attr-dict `:` type($box) `->` type($value)";
}
