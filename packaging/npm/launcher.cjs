#!/usr/bin/env node
// Starts the program that the package of this platform holds.
'use strict';
const { spawn } = require('node:child_process');
const { constants } = require('node:os');

const platform = `${process.platform}-${process.arch}`;
const child = spawn(program(), process.argv.slice(2), { stdio: 'inherit', windowsHide: true });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => fail(`cannot start: ${error.message}`));
child.on('exit', (code, signal) => {
  process.exitCode = code ?? 128 + constants.signals[signal];
});

function program() {
  const extension = process.platform === 'win32' ? '.exe' : '';
  try {
    return require.resolve(`@affine-analyzer/${platform}/affine-analyzer${extension}`);
  } catch {
    const known = Object.keys(require('./package.json').optionalDependencies);
    if (known.includes(`@affine-analyzer/${platform}`)) {
      fail(`the package @affine-analyzer/${platform} is missing; install again, with optional dependencies`);
    }
    fail(`there is no package for ${platform}; build it with a Rust toolchain instead`);
  }
}

function fail(message) {
  console.error(`affine-analyzer: ${message}`);
  process.exit(2);
}
