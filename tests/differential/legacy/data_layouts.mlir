module attributes {
  // Sizes of types were lists of i32.
  dlti.dl_spec = #dlti.dl_spec<
    #dlti.dl_entry<"dlti.endianness", "little">,
    #dlti.dl_entry<index, 64 : i64>,
    #dlti.dl_entry<i1, dense<8> : vector<2xi32>>,
    #dlti.dl_entry<i64, dense<[32, 64]> : vector<2xi32>>,
    #dlti.dl_entry<f80, dense<128> : vector<2xi32>>,
    #dlti.dl_entry<!llvm.ptr<i8>, dense<64> : vector<3xi32>>,
    #dlti.dl_entry<!llvm.ptr<270>, dense<32> : vector<4xi32>>>,
  dlti.target_system_spec = #dlti.target_system_spec<
    "CPU": #dlti.target_device_spec<#dlti.dl_entry<"cache", 4096 : ui32>>>,
  llvm.target_triple = "x86_64-unknown-linux-gnu"
} {
  llvm.func @g(%p: !llvm.ptr<i8>) {
    llvm.return
  }
}
