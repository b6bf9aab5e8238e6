// The npm packages, installed from a registry of the test's own.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';
import { host, platform } from '../targets.mjs';
import { emptyFolder, environment, pack, run, version, writeSamples } from './packages.mjs';

/**
 * Serves packages as a registry does.
 *
 * @param {import('node:test').TestContext} test
 * @param {string} folder
 * @param {string[]} files
 */
async function registry(test, folder, files) {
  const tarballs = new Map(files.map((file) => [`/${file}`, readFileSync(path.join(folder, file))]));
  const server = createServer((request, response) => {
    const url = decodeURIComponent(request.url ?? '');
    const tarball = tarballs.get(url);
    const document = tarball ?? packument(url.slice(1), tarballs, `http://${request.headers.host}`);
    response.statusCode = document === undefined ? 404 : 200;
    response.end(document ?? '{}');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  test.after(() => server.close());
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return `http://127.0.0.1:${address.port}`;
}

/**
 * @param {string} name
 * @param {Map<string, Buffer>} tarballs
 * @param {string} base
 */
function packument(name, tarballs, base) {
  const url = `/${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
  const tarball = tarballs.get(url);
  if (tarball === undefined) return undefined;
  const manifest = JSON.parse(run('tar', ['-xzOf', '-', 'package/package.json'], { input: tarball }).stdout);
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
  const versions = { [version]: { ...manifest, dist: { tarball: base + url, integrity } } };
  return JSON.stringify({ name, 'dist-tags': { latest: version }, versions });
}

test('npm installs the program of this platform alone', async (test) => {
  const folder = emptyFolder(test);
  const target = host();
  assert.ok(target !== undefined);
  const files = pack('npm', path.join(folder, 'packages'));
  assert.deepEqual(files, [`affine-analyzer-${version}.tgz`, `affine-analyzer-${platform(target)}-${version}.tgz`]);
  const url = await registry(test, path.join(folder, 'packages'), files);
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
  const install = ['install', '--no-audit', '--no-fund', '--registry', url, '--cache', path.join(folder, 'cache')];
  await promisify(execFile)('npm', [...install, 'affine-analyzer'], { cwd: folder });

  const bin = path.join(folder, 'node_modules/.bin');
  const settings = { cwd: folder, env: { ...environment(bin), PATH: `${bin}:${process.env.PATH}` } };
  assert.equal(run('affine-analyzer', ['--version'], settings).stdout, `affine-analyzer ${version}\n`);
  writeSamples(folder);
  assert.equal(run('affine-analyzer', ['check', 'right.mlir'], settings).status, 0);
  assert.equal(run('affine-analyzer', ['check', 'wrong.mlir'], settings).status, 1);
  const input = readFileSync(path.join(folder, 'wrong.mlir'));
  assert.match(run('affine-analyzer', ['check', '-'], { ...settings, input }).stdout, /undefined-value/);
  await endsWithItsLauncher(settings);

  rmSync(path.join(folder, 'node_modules/@affine-analyzer'), { recursive: true });
  const missing = run('affine-analyzer', ['--version'], settings);
  assert.equal(missing.status, 2);
  assert.match(missing.stderr, /with optional dependencies/);
});

/**
 * An editor that ends the launcher ends the server.
 *
 * @param {import('node:child_process').SpawnOptions} settings
 */
async function endsWithItsLauncher(settings) {
  const launcher = spawn('affine-analyzer', ['server', '--stdio'], { ...settings, stdio: ['pipe', 'pipe', 'inherit'] });
  const body = '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}';
  launcher.stdin?.write(`Content-Length: ${body.length}\r\n\r\n${body}`);
  const [answer] = await new Promise((resolve) => launcher.stdout?.once('data', (it) => resolve([String(it)])));
  assert.match(answer, /^Content-Length/);
  // The server holds the other end of its output, which closes when it has ended.
  const closed = new Promise((resolve) => launcher.once('close', resolve));
  launcher.kill('SIGTERM');
  assert.equal(await closed, 128 + 15);
}
