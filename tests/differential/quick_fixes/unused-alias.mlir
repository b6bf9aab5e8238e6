!a = f32 // used below only
!b = memref<8x!a>
#m = affine_map<(d0) -> (d0)>
func.func @f() { return }
