// As much of ODS as a small dialect needs.
#ifndef OP_BASE
#define OP_BASE
class Dialect { string name; }
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
def F32 : TypeConstraint;
def AnyType : TypeConstraint;
def Index : TypeConstraint;
def AnyRegion : Region;
def NoMemoryEffect : Trait;
def Terminator : Trait;
def Pure : Trait;
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
