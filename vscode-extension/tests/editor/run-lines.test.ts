// Lenses above `RUN:` lines: the test runs, its failure is at its place, and CHECK lines are written.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inEditor } from './session';

const PASSES = `// RUN: mlir-opt %s -canonicalize | FileCheck %s

// CHECK-LABEL: func.func @three
// CHECK: arith.constant 3
func.func @three() -> i32 {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %sum = arith.addi %one, %two : i32
  return %sum : i32
}
`;
const FAILS = PASSES.replace('arith.constant 3', 'arith.constant 4');
const UNCHECKED = PASSES.replace(/\/\/ CHECK.*\n/g, '');

const EXPECTED = `// RUN: mlir-opt %s -verify-diagnostics

func.func @f() -> index {
  // expected-error @below {{undeclared}}
  return %no : index
}
`;

const files = { 'passes.mlir': PASSES, 'fails.mlir': FAILS, 'unchecked.mlir': UNCHECKED, 'expected.mlir': EXPECTED };

inEditor('RUN lines', { files, needs: ['mlir-opt', 'FileCheck'] }, (session) => {
  const workbench = () => session.workbench;

  test('a test that holds', async () => {
    await workbench().openFile('passes.mlir');
    await workbench().clickLens('Run test', workbench().notification('The test in line 1 passed.'));
    await workbench().dismissNotifications();
    assert.equal(await workbench().squiggles('error').count(), 0);
  });

  test('a test that does not, and where', async () => {
    await workbench().openFile('fails.mlir');
    const failure = workbench().notification('The test in line 1 failed');
    await workbench().clickLens('Run test', failure);
    await workbench().squiggles('error').first().waitFor();
    await session.pictures('run-test');
    await failure.getByText('Show Output').click();
    await workbench().page.locator('.panel .view-line', { hasText: 'arith.constant 3' }).first().waitFor();
    const row = (await workbench().problemRows()).filter({ hasText: 'RUN line' }).first();
    await row.click();
    await workbench().status('status.editor.selection', (text) => text.startsWith('Ln 4,'));
    await workbench().closePanel();
  });

  test('CHECK lines are written, hold, and are taken back by one undo', async () => {
    await workbench().openFile('unchecked.mlir');
    const written = workbench().page.locator('.view-line', { hasText: 'CHECK-LABEL' }).first();
    await workbench().clickLens('Write CHECK lines', written);
    await workbench().save();
    await session.expectOnDisk('unchecked.mlir', /\/\/ CHECK-LABEL: +func\.func @three[^]*arith\.constant 3/);
    await workbench().clickLens('Run test', workbench().notification('The test in line 1 passed.'));
    await workbench().dismissNotifications();
    await workbench().page.locator('.editor-instance .view-line').first().click();
    await workbench().page.keyboard.press('Control+KeyZ');
    await workbench().page.locator('.tab.active.dirty').waitFor();
    await workbench().save();
    await session.expectOnDisk('unchecked.mlir', UNCHECKED);
  });

  test('expected errors are looked for without the tool', async () => {
    await workbench().openFile('expected.mlir');
    const told = workbench().notification('Without the tool 1 of 1 expected errors are found.');
    await workbench().clickLens('Check expected errors without the tool', told);
    await workbench().dismissNotifications();
  });
});
