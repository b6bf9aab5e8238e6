// What the manifest promises, against what is there.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { readmeWithPictures } from '../../scripts/readme.mjs';
import { hostTarget, TARGETS } from '../../scripts/targets.mjs';
import languageConfiguration from '../../language-configuration.json';
import manifest from '../../package.json';

const root = process.cwd();
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const sources = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => read(path.join('src', file)));
const settings = Object.entries(
  Object.assign({}, ...manifest.contributes.configuration.map(({ properties }) => properties)) as Record<
    string,
    { markdownDescription: string; scope: string; default?: unknown }
  >,
);

test('files that the manifest names exist', () => {
  const files = [
    manifest.icon,
    ...manifest.contributes.languages.flatMap(({ configuration, icon }) => [configuration, icon.light, icon.dark]),
    ...manifest.contributes.grammars.map(({ path: grammar }) => grammar),
    ...manifest.contributes.walkthroughs.flatMap(({ steps }) => steps.map(({ media }) => media.markdown)),
  ];
  for (const file of files) assert.ok(existsSync(path.join(root, file)), file);
});

test('every command is registered, and every registered command is contributed', () => {
  const registered = sources.flatMap((text) => [...text.matchAll(/registerCommand\('([^']+)'/g)].map((it) => it[1]));
  const contributed = manifest.contributes.commands.map(({ command }) => command);
  assert.deepEqual(registered.sort(), contributed.sort());
});

test('pages of the walkthrough name pictures that exist and are packaged, and commands that are contributed', () => {
  const commands = [...manifest.contributes.commands.map(({ command }) => command), 'editor.action.refactor'];
  for (const step of manifest.contributes.walkthroughs.flatMap(({ steps }) => steps)) {
    const folder = path.dirname(step.media.markdown);
    for (const [, picture = ''] of read(step.media.markdown).matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)) {
      assert.match(picture, /^\.\.\/images\/[\w-]+\.png$/);
      assert.ok(existsSync(path.join(root, folder, picture)), picture);
    }
    for (const [, command = ''] of step.description.matchAll(/\(command:([\w.]+)\)/g)) {
      assert.ok(commands.includes(command), command);
    }
  }
});

test('no picture is larger than 150 KB, and no film than 3 MB', () => {
  for (const file of readdirSync(path.join(root, 'images'))) {
    const most = file.endsWith('.gif') ? 3_000_000 : 150 * 1024;
    assert.ok(statSync(path.join(root, 'images', file)).size <= most, file);
  }
});

test('settings are in one group each', () => {
  const names = manifest.contributes.configuration.flatMap(({ properties }) => Object.keys(properties));
  assert.deepEqual(names, [...new Set(names)]);
});

test('every setting is described, has a default, and is in the README', () => {
  const readme = read('README.md');
  for (const [name, { markdownDescription, default: value }] of settings) {
    assert.match(markdownDescription, /\.$/, name);
    assert.notEqual(value, undefined, name);
    assert.ok(readme.includes(`\`${name}\``), `${name} is not in the README`);
  }
});

test('a workspace that is not trusted cannot choose what runs', () => {
  const restricted = settings.filter(([, { scope }]) => scope === 'machine-overridable').map(([name]) => name);
  assert.deepEqual(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations.sort(), restricted.sort());
  assert.deepEqual(restricted, ['affine-analyzer.server.extraEnv', 'affine-analyzer.server.path']);
});

test('the types are those of the oldest VS Code that is supported', () => {
  assert.equal(manifest.engines.vscode.replace('^', '~'), manifest.devDependencies['@types/vscode']);
});

test('one address says where the repository is; the others follow from it', () => {
  const repository = manifest.repository.url.replace(/\.git$/, '');
  assert.equal(manifest.bugs.url, `${repository}/issues`);
  assert.equal(manifest.homepage, `${repository}#readme`);
});

test('titles of commands are in one style', () => {
  const small = new Set(['a', 'an', 'and', 'at', 'by', 'of', 'or', 'the', 'to', 'with']);
  for (const { title, category } of manifest.contributes.commands) {
    assert.equal(category, 'affine-analyzer');
    for (const word of title.replaceAll(/[…?]/g, '').split(' ').slice(1)) {
      assert.ok(small.has(word) || /^[A-Z]/.test(word), `${word} in ${title}`);
    }
  }
});

test('the README of the package has its pictures in it', () => {
  const text = readmeWithPictures(root);
  assert.equal(text.match(/\(data:image\/png;base64,/g)?.length, read('README.md').match(/<picture>/g)?.length);
  assert.doesNotMatch(text, /<picture>|\(images\/|src="images\//);
});

test('the changelog knows this version', () => {
  assert.ok(read('CHANGELOG.md').includes(`## ${manifest.version}\n`));
});

test('the lock file does not say where packages were fetched from', () => {
  assert.ok(!read('package-lock.json').includes('"resolved"'));
});

test('this machine is a target, or there is no VS Code for it', () => {
  const target = hostTarget();
  assert.ok(target === undefined || TARGETS.includes(target));
  if (process.platform === 'linux' && process.arch === 'x64') assert.match(target ?? '', /^(?:linux|alpine)-x64$/);
});

test('words are whole MLIR names', () => {
  const words = (text: string) => text.match(new RegExp(languageConfiguration.wordPattern.pattern, 'g'));
  assert.deepEqual(words('%0 = affine.load %m[%i-1, %i - 1] : !row'), [
    '%0',
    'affine.load',
    '%m',
    '%i-1',
    '%i',
    '1',
    '!row',
  ]);
  assert.deepEqual(words('%a#1, %1a, #map(%arg0)[%n] ^bb0 @sym @a.b$c'), [
    '%a',
    '#1',
    '%1',
    'a',
    '#map',
    '%arg0',
    '%n',
    '^bb0',
    '@sym',
    '@a.b$c',
  ]);
  assert.deepEqual(words('1.5e-3 0xFF 42'), ['1.5e-3', '0xFF', '42']);
});

test('a brace that stays open indents', () => {
  const { increaseIndentPattern, decreaseIndentPattern } = languageConfiguration.indentationRules;
  const increases = (line: string) => new RegExp(increaseIndentPattern).test(line);
  assert.ok(increases('affine.for %i = 0 to 9 {'));
  assert.ok(increases('} else { // otherwise'));
  assert.ok(increases('"a.b"() ({'));
  assert.ok(!increases('%0 = memref.alloc() {alignment = 64 : i64}'));
  assert.ok(!increases('// affine.for %i {'));
  assert.ok(!increases('"a{b"()'));
  assert.ok(new RegExp(decreaseIndentPattern).test('  } else {'));
});

test('angle brackets are a pair but where they are part of an operator', () => {
  assert.ok(languageConfiguration.brackets.some(([open, close]) => open === '<' && close === '>'));
  const grammar = manifest.contributes.grammars.find(({ language }) => language === 'mlir');
  const { repository } = JSON.parse(read(grammar?.path ?? '')) as {
    repository: { operator: { patterns: { name: string; match: string }[] } };
  };
  const withAngle = repository.operator.patterns.filter(({ match }) => /[<>]/.test(match));
  const scopes = grammar?.unbalancedBracketScopes ?? [];
  assert.equal(withAngle.length, 2);
  for (const { name } of withAngle)
    assert.ok(
      scopes.some((scope) => name.startsWith(`${scope}.`)),
      name,
    );
});
