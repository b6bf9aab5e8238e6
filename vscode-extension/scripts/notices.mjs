// The licences of the packages that a bundle contains.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * @param {string} root folder that `inputs` are relative to
 * @param {string[]} inputs files that went into the bundle
 * @param {string} target file to write
 */
export function writeNotices(root, inputs, target) {
  const packages = new Set(inputs.flatMap((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? []));
  const notices = [...packages].sort().map((folder) => {
    const directory = path.join(root, folder);
    const { name, version, license } = /** @type {{ name: string, version: string, license: string }} */ (
      JSON.parse(readFileSync(path.join(directory, 'package.json'), 'utf8'))
    );
    const file = readdirSync(directory).find((entry) => /^licen[cs]e/i.test(entry));
    if (file === undefined) throw new Error(`${name} is bundled, but carries no licence text`);
    return `${name} ${version} (${license})\n\n${readFileSync(path.join(directory, file), 'utf8').trim()}\n`;
  });
  writeFileSync(target, notices.join(`\n${'-'.repeat(80)}\n\n`));
}
