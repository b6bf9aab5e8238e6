#ifndef TRAITS
#define TRAITS

include "mlir/IR/OpBase.td"

class OwnTrait<string name> : NativeTrait<name>;

def Ends : TraitList<[Terminator, Pure]>;

def Marked : OwnTrait<"Marked">;

def Holds : TraitList<[IsolatedFromAbove, AffineScope, SymbolTable]>;

#endif
