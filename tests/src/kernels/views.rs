//! Other names of buffers: views, also ones that show an element twice, what functions return, and what comes back from a
//! tensor or a condition.

use super::writer::{Buffer, Variable, Writer};

impl Writer {
    /// Another name for a buffer or a part of it, or memory that a function makes; in sight from here on.
    pub(super) fn other_name(&mut self, buffer: &Buffer) {
        let Buffer { name, ty, sizes } = buffer;
        let element = self.element;
        let is_static = !ty.contains('?') && !ty.contains("strided");
        let is_flat = is_static && sizes.len() == 1;
        match self.random.below(9) {
            0 if is_static => {
                let other = format!("memref<{}{element}>", "?x".repeat(sizes.len()));
                self.line(&format!("%view = memref.cast {name} : {ty} to {other}"));
                self.see(&other, sizes);
            }
            1 if is_flat => {
                let size = sizes[0] - 4;
                let other = format!("memref<{size}x{element}, strided<[1], offset: 3>>");
                self.line(&format!("%view = memref.subview {name}[3] [{size}] [1] : {ty} to {other}"));
                self.see(&other, &[size]);
            }
            // Rows that lie in each other, and rows that do not.
            2 | 3 if is_flat => {
                let (rows, columns) = (4, 8);
                let stride = self.between(1, (sizes[0] - columns) / (rows - 1));
                self.reinterpreted(buffer, [rows, columns], &stride.to_string(), &stride.to_string());
            }
            4 if is_flat && self.has_symbol => self.reinterpreted(buffer, [3, 8], "%n", "?"),
            5 if is_static => {
                let function =
                    format!("func.func private @same(%m: {ty}) -> {ty} {{\n  return %m : {ty}\n}}\n");
                self.functions.push(function);
                self.line(&format!("%view = func.call @same({name}) : ({ty}) -> {ty}"));
                self.see(ty, sizes);
            }
            6 if is_flat => {
                let function = format!(
                    "func.func private @new(%x: {element}) -> {ty} {{\n  %m = memref.alloc() : {ty}\n  \
                     affine.for %i = 0 to {} {{\n    affine.store %x, %m[%i] : {ty}\n  }}\n  return %m : {ty}\n}}\n",
                    sizes[0]
                );
                self.functions.push(function);
                self.line(&format!("%view = func.call @new(%f) : ({element}) -> {ty}"));
                self.see(ty, sizes);
            }
            7 if is_static => {
                let tensor = ty.replace("memref", "tensor");
                self.line(&format!("%tensor = bufferization.to_tensor {name} : {ty} to {tensor}"));
                self.line(&format!("%view = bufferization.to_buffer %tensor : {tensor} to {ty}"));
                self.see(ty, sizes);
            }
            8 if self.has_symbol => {
                let other =
                    self.buffers.iter().rev().find(|it| it.ty == *ty).map_or(name, |it| &it.name).clone();
                self.line("%five = arith.constant 5 : index");
                self.line("%small = arith.cmpi slt, %n, %five : index");
                self.open(&format!("%view = scf.if %small -> {ty} {{"));
                self.line(&format!("scf.yield {name} : {ty}"));
                self.close_with("} else {");
                self.indentation += 1;
                self.line(&format!("scf.yield {other} : {ty}"));
                self.close();
                self.see(ty, sizes);
            }
            _ => {}
        }
    }

    fn see(&mut self, ty: &str, sizes: &[i64]) {
        self.buffers.push(Buffer { name: "%view".to_owned(), ty: ty.to_owned(), sizes: sizes.to_vec() });
    }

    fn reinterpreted(&mut self, buffer: &Buffer, [rows, columns]: [i64; 2], stride: &str, in_type: &str) {
        let other = format!("memref<{rows}x{columns}x{}, strided<[{in_type}, 1]>>", self.element);
        let shape = format!("offset: [0], sizes: [{rows}, {columns}], strides: [{stride}, 1]");
        let from = format!("{} to {shape} : {} to {other}", buffer.name, buffer.ty);
        self.line(&format!("%view = memref.reinterpret_cast {from}"));
        self.see(&other, &[rows, columns]);
    }

    /// A view that moves with a loop around, and is read and written.
    pub(super) fn window(&mut self) {
        let Variable { name: start, least, greatest } =
            self.variables[self.random.below(self.variables.len())].clone();
        let fits = |it: &&Buffer| {
            it.sizes.len() == 1 && !it.ty.contains("strided") && least >= 0 && greatest + 4 <= it.sizes[0]
        };
        let Some(buffer) = self.buffers.iter().find(fits).cloned() else { return };
        let ty = format!("memref<4x{}, strided<[1], offset: ?>>", self.element);
        let view = self.name("win");
        let from = format!("{}[{start}] [4] [1] : {} to {ty}", buffer.name, buffer.ty);
        self.line(&format!("{view} = memref.subview {from}"));
        let window = Buffer { name: view, ty, sizes: vec![4] };
        let from = self.subscripts(&window);
        let value = self.load_at(&window, &from);
        let value = self.combined(&value, "%f");
        let to = self.subscripts(&window);
        self.line(&format!("affine.store {value}, {}[{to}] : {}", window.name, window.ty));
    }
}
