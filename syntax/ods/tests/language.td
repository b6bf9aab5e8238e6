// Fields see the last value of others; `let` sees the value before it only where TableGen does.
class A<int n, string s = "x" # n> { int a = !add(n, 1); string t = s # "_" # a; list<int> l = [n, a]; bit b = 0; }
class B<int n> : A<!mul(n, 2)> { let b = 1; int c = !if(b, a, 0); }
def one : A<1>;
def two : B<2> { let a = 7; }
def three : A<3, "named">, B<1> { int d = c; }
def four : A<n = 4, s = "four">;
// -----
// Bits and numbers.
class Enc<bits<4> op> { bits<8> inst; let inst{7-4} = op; let inst{3...0} = {1, 0, 1, 1}; bits<2> low = inst{1-0}; bit high = inst{7}; int n = 0x1F; int m = 0b101; bits<3> lit = 0b110; }
def e : Enc<{1, 0, 0, 1}>;
def f : Enc<5> { let inst{0} = 0; }
def unset { bits<4> none; int nothing = ?; string s; list<int> l; dag d; }
def numbers { int a = -5; int b = !sra(-16, 2); int c = !srl(16, 2); int d = !shl(1, 5); int e = !and(12, 10); int f = !or(12, 10); int g = !xor(12, 10); int h = !logtwo(33); int i = !div(7, 2); int j = !sub(3, 10); }
// -----
// Strings.
def strings {
  string a = "x" "y" # "z"; string b = !strconcat("a", "b", "c"); string c = !interleave(["a", "b"], ", ");
  string d = !interleave([1, 2, 3], "-"); string e = !subst("o", "0", "foo"); string f = !substr("abcdef", 2, 3);
  int g = !find("abcdef", "cd"); int h = !find("abcdef", "x"); string i = !tolower("AbC"); string j = !toupper("AbC");
  int k = !size("four"); bit l = !empty(""); string m = !cast<string>(42); code n = [{ a "b" }]; string o = "a\"b\\c\n\t";
  bit p = !lt("a", "b"); bit q = !eq("a", "a"); string r = !substr("abc", 1);
}
// -----
// Lists.
def lists {
  list<int> a = !listconcat([1], [2, 3], []); list<int> b = !listsplat(7, 3); int c = !head(a); list<int> d = !tail(a);
  int e = !size(a); bit f = !empty([]<int>); list<int> g = !foreach(x, a, !mul(x, x)); list<int> h = !filter(x, a, !gt(x, 1));
  int i = !foldl(0, a, acc, x, !add(acc, x)); list<int> j = !range(5); list<int> k = !range(2, 8, 3); list<int> l = !range(a);
  int m = a[1]; list<int> n = a[0, 2]; list<int> o = a[0...1]; list<int> p = !listremove([1, 2, 3, 2], [2]);
  list<list<int>> q = [[1], [2, 3]]; list<int> r = !listflatten(q); list<int> s = [1, 2] # [3]; list<int> t = !range(3, 0, -1);
}
// -----
// Dags.
def op; def other; def leaf { int n = 3; }
def dags {
  dag a = (op 1:$x, "two", leaf:$y, $z); dag b = !con(a, (op 5)); dag c = !dag(op, [1, 2], ["p", ?]); dag d = (op:$name);
  dag e = !setdagop(a, other); int f = !getdagarg<int>(a, 0); int g = !getdagarg<int>(a, "x"); string h = !getdagname(a, 2);
  dag i = !setdagarg(a, 0, 9); dag j = !setdagname(a, 1, "q"); int k = !size(a); bit l = !empty((op)); dag m = (op (other 1), [1, 2]:$l);
 
}
// -----
// Records as values.
class Base<int n> { int value = n; }
class Derived<int n> : Base<n> { Base inner = Base<!add(n, 1)>; int deep = Base<9>.value; }
def d1 : Derived<1>;
def d2 { Base b = Base<2>; int v = Base<5>.value; int w = d1.inner.value; bit same = !eq(Base<2>, Base<2>); bit is = !isa<Derived>(d1); }
def found { Base a = !cast<Derived>("d" # 1); bit b = !exists<Derived>("d1"); bit c = !exists<Derived>("nothing"); }
// -----
// Multiclasses.
class I<string m, int n> { string mnemonic = m; int size = n; string own = NAME; }
multiclass Sizes<string m, list<int> sizes = [8, 16]> {
  foreach s = sizes in { def _ # s : I<m # s, s>; }
  def NAME # "_all" : I<m, 0>;
  def "" : I<m, 1>;
}
multiclass Both<string m> : Sizes<m> { defm _deep : Sizes<m # ".deep", [1]>; def _NAMED : I<NAME, 3>; }
class Extra { int extra = 5; }
defm add : Sizes<"add">;
defm sub : Both<"sub">, Extra;
let size = 99 in { defm mul : Sizes<"mul", [4]>; def plain : I<"plain", 2> { let mnemonic = "body"; } }
// -----
// Loops, conditions, variables, sets.
defvar base = 10;
foreach i = 0-2 in foreach j = [1, 2] in def r # i # _ # j { int v = !add(base, !mul(i, j)); }
foreach i = {5, 7...8} in def s # i;
if !gt(base, 5) then { def big; } else { def small; }
if !lt(base, 5) then def no; else def yes;
class C;
defset list<C> all = { def c1 : C; foreach i = [2, 3] in def c # i : C; }
def use { list<C> l = all; int n = !size(all); list<C> i = !instances<C>(); }
class V<int n> { defvar twice = !mul(n, 2); int a = twice; defvar thrice = !add(twice, n); int b = thrice; }
def v : V<3>;
// -----
// Conditions.
class P<int n> { string kind = !cond(!lt(n, 0): "negative", !eq(n, 0): "zero", true: "positive"); bit odd = !eq(!and(n, 1), 1); assert !lt(n, 100), "too large: " # n; }
def p1 : P<-3>; def p2 : P<0>; def p3 : P<5>;
def logic { bit a = !and(1, 0); bit b = !or(0, 1); bit c = !not(1); bit d = !ne(1, 2); bit e = !ge(2, 2); bit f = !le(3, 2); bit g = !xor(1, 1); }
// -----
// Names of types, forward declarations, references to later fields.
deftype Ints = list<int>;
class Later;
class Uses { Later l = ?; Ints i = [1]; }
class Later<int n = 1> { int b = n; int a = b; }
def u : Uses; def l : Later;
// -----
// The preprocessor.
#define YES
#ifdef YES
def defined;
#else
def undefined;
#endif
#ifndef NO
#ifdef NEVER
def never;
#endif
def nested;
#endif
// -----
// An assertion that fails is an error.
class Q<int n> { assert !lt(n, 10), "no"; }
def q : Q<11>;
// -----
// What is not defined is an error.
def w { int a = nothing; }
// -----
// A class that is not there is an error.
def x : Nothing<1>;
// -----
// A record twice is an error.
def y; def y;
// -----
// A field that is not there is an error.
class Z { int a = 1; }
def z : Z { let b = 2; }
// -----
// Too many arguments are an error.
class Few<int n> { int a = n; }
def few : Few<1, 2>;
// -----
// An argument that is missing is an error.
class Need<int n> { int a = n; }
def need : Need;
// -----
// Broken text is an error.
def broken { int a = ; }
// -----
// A class twice is an error.
class Twice { int a = 1; }
class Twice { int a = 2; }
def twice : Twice;
