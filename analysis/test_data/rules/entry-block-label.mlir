func.func @counted(%n: index) {
  scf.for %i = %n to %n step %n {
  ^body: // ERROR entry-block-label
    scf.yield
  }
  return
}
// -----
func.func @parallel(%n: index) {
  scf.parallel (%i) = (%n) to (%n) step (%n) {
  ^body: // ERROR entry-block-label
  }
  return
}
// -----
func.func @forall() {
  scf.forall (%i) in (4) {
  ^body: // ERROR entry-block-label
  }
  return
}
// -----
func.func @while(%n: i32) {
  %r = scf.while (%a = %n) : (i32) -> i32 {
  ^before: // ERROR entry-block-label
    %c = arith.constant true
    scf.condition(%c) %a : i32
  } do {
  ^after(%b: i32):
    scf.yield %b : i32
  }
  return
}
// -----
func.func @without() {
^entry:
  %c = arith.constant true
  scf.if %c {
  ^then:
    scf.yield
  }
  scf.while : () -> () {
  ^before:
    scf.condition(%c)
  } do {
  ^after:
    scf.yield
  }
  return
}
// -----
func.func @in_the_label(index) {
^entry(%n: index):
  return
}
