#a = affine_map<(d0, d1) -> (d0 / 2, d1)>
#b = affine_map<(d0) -> (d0 % 4)>
#c = affine_map<(d0) -> (3 d0)>
