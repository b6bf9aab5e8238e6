use super::*;
use crate::report::samples::{self, pretty, written};
use expect_test::expect;

#[test]
fn check_has_positions_in_utf16() {
    expect![[r#"
        {
          "files": [
            {
              "diagnostics": [
                {
                  "code": "undefined-value",
                  "message": "`%v` is a sample",
                  "range": {
                    "end": {
                      "character": 17,
                      "line": 2
                    },
                    "start": {
                      "character": 15,
                      "line": 2
                    }
                  },
                  "related": [
                    {
                      "message": "stored here",
                      "path": "a b.mlir",
                      "range": {
                        "end": {
                          "character": 21,
                          "line": 2
                        },
                        "start": {
                          "character": 19,
                          "line": 2
                        }
                      }
                    }
                  ],
                  "severity": "error"
                },
                {
                  "code": "fusion-opportunity",
                  "message": "`affine.for` is a sample",
                  "range": {
                    "end": {
                      "character": 10,
                      "line": 1
                    },
                    "start": {
                      "character": 0,
                      "line": 1
                    }
                  },
                  "related": [],
                  "severity": "hint"
                },
                {
                  "code": "wide",
                  "message": "`😀` is a sample",
                  "range": {
                    "end": {
                      "character": 6,
                      "line": 0
                    },
                    "start": {
                      "character": 4,
                      "line": 0
                    }
                  },
                  "related": [],
                  "severity": "information"
                }
              ],
              "path": "a b.mlir"
            }
          ],
          "version": 1
        }
    "#]]
    .assert_eq(&pretty(&written(|out| Findings::default().whole(out, &samples::checked()))));
}

#[test]
fn dependences_with_and_without_bounds() {
    expect![[r#"
        {
          "file": "a b.mlir",
          "functions": [
            {
              "accesses": [
                {
                  "dead": false,
                  "id": 0,
                  "kind": "write",
                  "loops": [
                    "%i"
                  ],
                  "memref": "%m",
                  "op": "affine.store",
                  "range": {
                    "end": {
                      "character": 14,
                      "line": 2
                    },
                    "start": {
                      "character": 2,
                      "line": 2
                    }
                  }
                },
                {
                  "id": 1,
                  "kind": "read",
                  "liveIn": true,
                  "loops": [
                    "%i"
                  ],
                  "memref": "%m",
                  "op": "affine.load",
                  "range": {
                    "end": {
                      "character": 18,
                      "line": 3
                    },
                    "start": {
                      "character": 7,
                      "line": 3
                    }
                  }
                }
              ],
              "dependences": [
                {
                  "components": [
                    {
                      "lb": 2,
                      "ub": 2
                    }
                  ],
                  "depth": 1,
                  "distances": [
                    [
                      2
                    ]
                  ],
                  "flow": true,
                  "flowComponents": [
                    {
                      "lb": 2,
                      "ub": 2
                    }
                  ],
                  "kind": "raw",
                  "sink": 1,
                  "source": 0
                },
                {
                  "components": [
                    {
                      "lb": null,
                      "ub": 4
                    },
                    {
                      "lb": "123456789012345678901234567890",
                      "ub": null
                    }
                  ],
                  "depth": 2,
                  "kind": "war",
                  "sink": 0,
                  "source": 1,
                  "unknown": "a call may write `%m`"
                }
              ],
              "name": "kernel",
              "notComputed": [
                {
                  "accesses": [
                    0,
                    1
                  ],
                  "apart": 1,
                  "memrefs": [
                    "%m",
                    "%n"
                  ],
                  "pairs": 7,
                  "unknown": "there are too many"
                }
              ],
              "unanalysed": [
                {
                  "accesses": [
                    0,
                    1
                  ],
                  "accessesLeftOut": 3,
                  "loops": [],
                  "memref": null,
                  "op": "func.call",
                  "range": {
                    "end": {
                      "character": 10,
                      "line": 1
                    },
                    "start": {
                      "character": 0,
                      "line": 1
                    }
                  },
                  "reads": true,
                  "unknown": "`func.call` of `@g` may touch any memory",
                  "writes": true
                }
              ]
            }
          ],
          "version": 1
        }
    "#]]
    .assert_eq(&pretty(&written(|out| dependences(out, &samples::source(), &samples::dependences()))));
}

#[test]
fn fusion_with_every_cost() {
    expect![[r#"
        {
          "file": "a b.mlir",
          "pairs": [
            {
              "bestDepth": 2,
              "bestReason": "deepest without redundant computation",
              "depths": [
                {
                  "additionalComputeFraction": 54.0,
                  "depth": 4,
                  "forms": [
                    "move"
                  ],
                  "fusedCost": 5500,
                  "legal": true,
                  "reason": null,
                  "sliceWriteRegionBytes": 40,
                  "storageReductionFactor": 2.5
                },
                {
                  "additionalComputeFraction": null,
                  "depth": 2,
                  "forms": [],
                  "fusedCost": null,
                  "legal": false,
                  "reason": "the slice would write too late",
                  "sliceWriteRegionBytes": 40,
                  "storageReductionFactor": null
                }
              ],
              "destination": {
                "range": {
                  "end": {
                    "character": 18,
                    "line": 3
                  },
                  "start": {
                    "character": 7,
                    "line": 3
                  }
                }
              },
              "dstCost": "340282366920938463463374607431768211455",
              "dstMemBytes": null,
              "function": "",
              "fusedMemBytes": 70,
              "kind": "producer-consumer",
              "memrefs": [
                "%m"
              ],
              "reason": null,
              "shift": null,
              "sliceMemBytes": 40,
              "source": {
                "range": {
                  "end": {
                    "character": 10,
                    "line": 1
                  },
                  "start": {
                    "character": 0,
                    "line": 1
                  }
                }
              },
              "srcCost": 50,
              "srcMemBytes": 100,
              "srcWriteRegionBytes": 100,
              "storageReduction": 0.5882352941176471
            }
          ],
          "version": 1
        }
    "#]]
    .assert_eq(&pretty(&written(|out| fusion(out, &samples::source(), &samples::fusion()))));
}

#[test]
fn actions_offered_and_refused() {
    expect![[r#"
        {
          "actions": [
            {
              "diagnostic": null,
              "disabled": null,
              "id": "refactor.rewrite.affine.tile:9:size=32",
              "kind": "refactor.rewrite.affine.tile",
              "preferred": true,
              "range": {
                "end": {
                  "character": 10,
                  "line": 1
                },
                "start": {
                  "character": 0,
                  "line": 1
                }
              },
              "title": "Tile `%i` by 32"
            },
            {
              "diagnostic": null,
              "disabled": "`%m` carries RAW (2)",
              "id": "refactor.rewrite.affine.tile:9:size=7",
              "kind": "refactor.rewrite.affine.tile",
              "preferred": false,
              "range": {
                "end": {
                  "character": 10,
                  "line": 1
                },
                "start": {
                  "character": 0,
                  "line": 1
                }
              },
              "title": "Tile `%i` by 32"
            }
          ],
          "file": "a b.mlir",
          "version": 1
        }
    "#]]
    .assert_eq(&pretty(&written(|out| actions(out, &samples::source(), &samples::actions()))));
}
