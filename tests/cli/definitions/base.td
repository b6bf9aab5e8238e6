// As much of ODS as a small dialect needs.
#ifndef OP_BASE
#define OP_BASE
class Dialect {
  string name;
  string cppNamespace = name;
  bit useDefaultAttributePrinterParser = 0;
  bit useDefaultTypePrinterParser = 0;
}
class Constraint { string summary = ""; }
class TypeConstraint : Constraint;
class AttrConstraint : Constraint;
class Attr : AttrConstraint { Attr baseAttr = ?; bit isOptional = 0; }
class Variadic<TypeConstraint type> : TypeConstraint { TypeConstraint baseType = type; }
class OptionalAttr<Attr attr> : Attr { let baseAttr = attr; let isOptional = 1; }
class Region;
class Trait;
class TraitList<list<Trait> values> : Trait { list<Trait> traits = values; }
class AllTypesMatch<list<string> names> : Trait;
def I64Attr : Attr;
def BoolAttr : Attr;
def DenseBoolArrayAttr : Attr;
def TypeAttr : Attr;
def F32 : TypeConstraint;
def AnyType : TypeConstraint;
def Index : TypeConstraint;
def AnyRegion : Region;
def NoMemoryEffect : Trait;
def Terminator : Trait;
def Pure : Trait;
class AttrOrTypeDef<Dialect owner, string class> {
  Dialect dialect = owner;
  string cppClassName = class;
  string mnemonic = ?;
  dag parameters = (ins);
  string assemblyFormat = ?;
  string summary = "";
  string description = "";
}
class TypeDef<Dialect owner, string class> : TypeConstraint, AttrOrTypeDef<owner, class # "Type">;
class AttrDef<Dialect owner, string class> : Attr, AttrOrTypeDef<owner, class # "Attr">;
class AttrOrTypeParameter<string type> { string cppType = type; string cppStorageType = type; string defaultValue = ""; }
class OptionalParameter<string type> : AttrOrTypeParameter<type> { let defaultValue = type # "()"; }
class ArrayRefParameter<string item> : AttrOrTypeParameter<"::llvm::ArrayRef<" # item # ">"> {
  let cppStorageType = "::llvm::SmallVector<" # item # ">";
}
class EnumCase<string word> { string str = word; }
class EnumInfo<string class, list<EnumCase> cases> {
  string className = class;
  string cppNamespace = "";
  list<EnumCase> enumerants = cases;
}
class EnumParameter<EnumInfo info> : AttrOrTypeParameter<info.className>;
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
