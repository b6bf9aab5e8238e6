#ifndef BASE
#define BASE

// As much of ODS as the dialect beside needs, in the classes that ODS has for it.
class Dialect {
  string name;
  string cppNamespace = name;
  bit useDefaultAttributePrinterParser = 0;
  bit useDefaultTypePrinterParser = 0;
}

class Pred;

class CPred<string code> : Pred { code predExpr = code; }

class PredCombinerKind;

def PredCombinerAnd : PredCombinerKind;

def PredCombinerOr : PredCombinerKind;

class CombinedPred<PredCombinerKind k, list<Pred> c> : Pred { PredCombinerKind kind = k; list<Pred> children = c; }

class And<list<Pred> children> : CombinedPred<PredCombinerAnd, children>;

class Or<list<Pred> children> : CombinedPred<PredCombinerOr, children>;

class Constraint<Pred pred, string text = ""> { Pred predicate = pred; string summary = text; }

class TypeConstraint<Pred pred, string text = "", string class = "::mlir::Type"> : Constraint<pred, text> {
  string cppType = class;
  string builderCall = "";
}

class Type<Pred pred, string text = "", string class = "::mlir::Type"> : TypeConstraint<pred, text, class>;

class AttrConstraint<Pred pred, string text = ""> : Constraint<pred, text>;

class Attr<Pred pred, string text = ""> : AttrConstraint<pred, text> {
  Attr baseAttr = ?;
  bit isOptional = 0;
  string storageType = "::mlir::Attribute";
  string defaultValue = ?;
}

class Variadic<Type type> : TypeConstraint<type.predicate> { Type baseType = type; }

class Optional<Type type> : TypeConstraint<type.predicate> { Type baseType = type; }

class OptionalAttr<Attr attr> : Attr<attr.predicate> { let baseAttr = attr; let isOptional = 1; }

class DefaultValuedAttr<Attr attr, string value> : Attr<attr.predicate> { let baseAttr = attr; let defaultValue = value; }

class ConfinedAttr<Attr attr, list<AttrConstraint> more> : Attr<And<!listconcat([attr.predicate], !foreach(it, more, it.predicate))>> {
  let baseAttr = attr;
  let isOptional = attr.isOptional;
  let defaultValue = attr.defaultValue;
}

class AnyTypeOf<list<Type> types> : Type<Or<!foreach(it, types, it.predicate)>>;

class OpVariable<Constraint of, list<MemoryEffect> effects> { Constraint constraint = of; list<MemoryEffect> decorators = effects; }

class Arg<Constraint of, string text = "", list<MemoryEffect> effects = []> : OpVariable<of, effects>;

class Res<Constraint of, string text = "", list<MemoryEffect> effects = []> : OpVariable<of, effects>;

class MemoryEffect;

def MemRead : MemoryEffect;

def MemWrite : MemoryEffect;

class Region<Pred pred>;

class VariadicRegion<Region one> : Region<CPred<"true">>;

class Successor<Pred pred>;

def AnyRegion : Region<CPred<"true">>;

def AnySuccessor : Successor<CPred<"true">>;

class Trait;

class NativeTrait<string name> : Trait { string trait = name; }

class TraitList<list<Trait> values> : Trait { list<Trait> traits = values; }

class Interface<string name, list<Interface> bases = []> : Trait { list<Interface> baseInterfaces = bases; }

class DeclareOpInterfaceMethods<Interface interface> : Interface<"">;

class MemoryEffects<list<MemoryEffect> effects> : Trait;

class AllTypesMatch<list<string> names> : Trait;

class ParentOneOf<list<string> classes> : Trait;

class HasParent<string class> : ParentOneOf<[class]>;

class SingleBlockImplicitTerminatorImpl<string class> : Trait;

class SingleBlockImplicitTerminator<string class> : TraitList<[SingleBlock, SingleBlockImplicitTerminatorImpl<class>]>;

def SingleBlock : NativeTrait<"SingleBlock">;

def Terminator : NativeTrait<"Terminator">;

def NoTerminator : NativeTrait<"NoTerminator">;

def IsolatedFromAbove : NativeTrait<"IsolatedFromAbove">;

def AffineScope : NativeTrait<"AffineScope">;

def SymbolTable : NativeTrait<"SymbolTable">;

def AttrSizedOperandSegments : NativeTrait<"AttrSizedOperandSegments">;

def SameOperandsAndResultType : NativeTrait<"SameOperandsAndResultType">;

def NoMemoryEffect : MemoryEffects<[]>;

def AlwaysSpeculatable : NativeTrait<"AlwaysSpeculatable">;

def Pure : TraitList<[AlwaysSpeculatable, NoMemoryEffect]>;

def RegionKindInterface : Interface<"RegionKindInterface">;

def GraphKind : Interface<"GraphKind", [RegionKindInterface]>;

def I64Attr : Attr<CPred<"isa<::mlir::IntegerAttr>($_self)">>;

def StrAttr : Attr<CPred<"isa<::mlir::StringAttr>($_self)">>;

def UnitAttr : Attr<CPred<"isa<::mlir::UnitAttr>($_self)">> { let isOptional = 1; }

def IntPositive : AttrConstraint<CPred<"::llvm::cast<::mlir::IntegerAttr>($_self).getValue().isStrictlyPositive()">>;

def AnyType : Type<CPred<"true">>;

def F32 : Type<CPred<"$_self.isF32()">, "", "::mlir::FloatType"> { let builderCall = "$_builder.getF32Type()"; }

def Index : Type<CPred<"isa<::mlir::IndexType>($_self)">, "", "::mlir::IndexType"> { let builderCall = "$_builder.getIndexType()"; }

def AnyMemRef : Type<CPred<"isa<::mlir::MemRefType>($_self)">, "", "::mlir::MemRefType">;

class AttrOrTypeDef<Dialect owner, string class> {
  Dialect dialect = owner;
  string cppClassName = class;
  string mnemonic = ?;
  dag parameters = (ins);
  string assemblyFormat = ?;
  string summary = "";
  string description = "";
}

class TypeDef<Dialect owner, string class> : Type<CPred<"isa<" # owner.cppNamespace # "::" # class # "Type>($_self)">, "", owner.cppNamespace # "::" # class # "Type">, AttrOrTypeDef<owner, class # "Type">;

class AttrDef<Dialect owner, string class> : Attr<CPred<"isa<" # owner.cppNamespace # "::" # class # "Attr>($_self)">>, AttrOrTypeDef<owner, class # "Attr">;

class AttrOrTypeParameter<string type> { string cppType = type; string cppStorageType = type; string defaultValue = ""; }

class OptionalParameter<string type> : AttrOrTypeParameter<type> { let defaultValue = type # "()"; }

class EnumAttrCase<string word, int number> { string str = word; int value = number; int width = 32; }

class EnumAttrInfo<string class, list<EnumAttrCase> cases> : Attr<CPred<"true">> {
  string className = class;
  string cppNamespace = "";
  list<EnumAttrCase> enumerants = cases;
}

class Op<Dialect dialect, string mnemonic, list<Trait> props = []> {
  Dialect opDialect = dialect;
  string opName = mnemonic;
  list<Trait> traits = props;
  dag arguments = (ins);
  dag results = (outs);
  dag regions = (region);
  dag successors = (successor);
  string assemblyFormat = ?;
  bit hasCustomAssemblyFormat = 0;
  string summary = "";
  string description = "";
}

def ins;

def outs;

def region;

def successor;

#endif
