#a = affine_map<(d0: index, d1) -> (d0 + d1)>
#b = affine_map<(d0,) -> (d0)>
#c = affine_map<(%i)[%n] -> (i + n)>
