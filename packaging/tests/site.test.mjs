// The documentation, built as a site: every page has its place, and every link inside leads somewhere.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { root } from '../cargo.mjs';
import { emptyFolder, run, tools } from './packages.mjs';

const docs = path.join(root, 'docs');

test('the site is whole', (test) => {
  const site = emptyFolder(test);
  const { status, stdout, stderr } = run(path.join(tools, 'mdbook'), ['build', docs, '--dest-dir', site]);
  assert.equal(status, 0, stderr);
  assert.doesNotMatch(stdout + stderr, /WARN|ERROR/);

  const all = (/** @type {string} */ folder, /** @type {string} */ extension) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((it) => it.endsWith(extension));
  const pages = all(site, '.html');
  const missing = all(docs, '.md').filter((it) => !pages.includes(it.replace(/md$/, 'html')));
  assert.deepEqual(missing, ['SUMMARY.md']);

  // The page for what is not found has its links from the root of the site.
  const linking = pages.filter((it) => it !== '404.html');
  const texts = new Map(linking.map((it) => [path.join(site, it), readFileSync(path.join(site, it), 'utf8')]));
  const broken = [...texts].flatMap(([page, text]) =>
    linksOf(text)
      .filter((link) => !leadsSomewhere(page, link, texts))
      .map((link) => `${path.relative(site, page)}: ${link}`),
  );
  assert.deepEqual(broken, []);
});

test('links between files of the sources lead somewhere', () => {
  for (const page of ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'vscode-extension/README.md']) {
    const text = readFileSync(path.join(root, page), 'utf8').replaceAll(/```[^]*?```/g, '');
    const links = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)].map((it) => it[1] ?? it[2]);
    const broken = links.filter(
      (it) => !isExternal(it) && !existsSync(path.join(root, path.dirname(page), it.split('#')[0])),
    );
    assert.deepEqual(broken, [], page);
  }
});

/** @param {string} html */
function linksOf(html) {
  const links = [...html.matchAll(/\s(?:href|src)="([^"]*)"/g)].map((it) => it[1].replaceAll('&amp;', '&'));
  return links.filter((it) => it !== '' && !isExternal(it));
}

/** @param {string} link */
function isExternal(link) {
  return /^(?:[a-z]+:|\/\/)/i.test(link);
}

/**
 * @param {string} page
 * @param {string} link
 * @param {Map<string, string>} texts
 */
function leadsSomewhere(page, link, texts) {
  const [file, anchor] = link.split('#').map(decodeURIComponent);
  let target = file === '' ? page : path.resolve(path.dirname(page), file);
  if (existsSync(target) && statSync(target).isDirectory()) target = path.join(target, 'index.html');
  if (!existsSync(target)) return false;
  return anchor === undefined || anchor === '' || (texts.get(target) ?? '').includes(`id="${anchor}"`);
}
