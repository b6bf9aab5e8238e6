#map = (d0) -> (d0 + 1)
#set = (d0)[s0] : (d0 >= s0)
affine.for %i = 0 to (d0) -> (d0)(%n) {
}
