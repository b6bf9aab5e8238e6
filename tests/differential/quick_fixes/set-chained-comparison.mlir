#a = affine_set<(d0) : (0 <= d0 && d0 <= 9)>
#b = affine_set<(d0) : (0 <= d0 and d0 <= 9)>
#c = affine_set<(d0) : (0 <= d0 + 1 <= 9)>
