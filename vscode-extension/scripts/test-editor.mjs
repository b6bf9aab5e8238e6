// Runs the tests in the editor, all or the files named: `npm run test:editor -- views optimize`.
//
// A machine that is short of time can lose a key or close a notification before it is clicked. A file with a failure is
// therefore run once more, in an editor of its own, and counts as failed where it fails again.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';

const folder = 'dist/tests/editor';
const asked = process.argv.slice(2);
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.test.mjs'))
  .filter((name) => asked.length === 0 || asked.includes(name.replace('.test.mjs', '')));

/** @param {string} name */
const passes = (name) => {
  const file = path.join(folder, name);
  return spawnSync(process.execPath, ['--test', '--test-reporter=spec', file], { stdio: 'inherit' }).status === 0;
};

const failed = names.filter((name) => !passes(name));
for (const name of failed) console.log(`failed, and is run once more: ${name}`);
const failedAgain = failed.filter((name) => !passes(name));
if (names.length === 0) console.error(`no test is called ${asked.join(' or ')}`);
if (failedAgain.length > 0) console.error(`failed twice: ${failedAgain.join(', ')}`);
process.exitCode = names.length === 0 || failedAgain.length > 0 ? 1 : 0;
