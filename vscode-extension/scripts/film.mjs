// Makes `images/tour.gif` out of the frames that the tour has left: one palette, and only the points that change.
//   usage: AFFINE_ANALYZER_SCREENSHOTS=FOLDER npm run test:editor && node scripts/film.mjs FOLDER
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import gifenc from 'gifenc';
import { PNG } from 'pngjs';

const { GIFEncoder, applyPalette, quantize } = gifenc;

/** Of 256 colours one says that a point stays as it was. */
const COLORS = 255;
const MOST_BYTES = 3_000_000;

const images = path.join(path.dirname(path.dirname(fileURLToPath(import.meta.url))), 'images');
const folder = process.argv[2];
if (folder === undefined) throw new Error('say in which folder the screenshots are');
const tour = path.join(folder, 'tour');
/** @type {import('../tests/editor/film').Frame[]} */
const frames = JSON.parse(readFileSync(path.join(tour, 'frames.json'), 'utf8'));
const pictures = frames.map(({ file }) => PNG.sync.read(readFileSync(path.join(tour, file))));

const palette = quantize(sample(pictures), COLORS);
const gif = GIFEncoder();
/** @type {Uint8Array | undefined} */
let shown;
for (const [at, picture] of pictures.entries()) {
  const points = applyPalette(picture.data, palette);
  const before = shown;
  const changed =
    before === undefined ? points : points.map((point, index) => (point === before[index] ? COLORS : point));
  gif.writeFrame(changed, picture.width, picture.height, {
    ...(at === 0 ? { palette: [...palette, [0, 0, 0]], repeat: 0 } : {}),
    delay: frames[at]?.milliseconds ?? 0,
    transparent: at > 0,
    transparentIndex: COLORS,
    dispose: 1,
  });
  shown = points;
}
gif.finish();
const bytes = gif.bytes();
if (bytes.length > MOST_BYTES) throw new Error(`the film has ${bytes.length} bytes, more than ${MOST_BYTES}`);
writeFileSync(path.join(images, 'tour.gif'), bytes);
const seconds = frames.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000;
console.log(`${frames.length} frames, ${seconds} seconds, ${bytes.length} bytes`);

/**
 * Some points of every picture, from which the palette is made.
 * @param {PNG[]} pictures
 */
function sample(pictures) {
  const step = 7;
  const points = pictures.flatMap(({ data }) => {
    const some = [];
    for (let at = 0; at + 3 < data.length; at += 4 * step) some.push(...data.subarray(at, at + 4));
    return some;
  });
  return Uint8Array.from(points);
}
