// Makes the pictures of the READMEs and the walkthrough anew out of screenshots that the editor tests took; what has none
// in `images/` is left alone.
//   usage: AFFINE_ANALYZER_SCREENSHOTS=FOLDER npm run test:editor && node scripts/pictures.mjs FOLDER
// Needs pngquant: with 64 colours a picture of an editor looks as before and has a third of the size.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const images = path.join(path.dirname(path.dirname(fileURLToPath(import.meta.url))), 'images');
const folder = process.argv[2];
if (folder === undefined) throw new Error('say in which folder the screenshots are');
const known = new Set(readdirSync(images));
for (const file of readdirSync(folder).filter((name) => known.has(name))) {
  const args = [
    '--force',
    '--speed',
    '1',
    '--strip',
    '--output',
    path.join(images, file),
    '64',
    path.join(folder, file),
  ];
  const { status, error } = spawnSync('pngquant', args, { stdio: 'inherit' });
  if (status !== 0) throw error ?? new Error(`pngquant could not read ${file}`);
}
