// The README as the editor shows it on the page of the extension: relative addresses of pictures lead nowhere there, so the
// pictures are in the text.
import { readFileSync } from 'node:fs';
import path from 'node:path';

const PICTURE = /<picture>.*?<img alt="([^"]*)" src="([^"]+)"><\/picture>/gs;

/**
 * @param {string} root the folder of the extension
 * @returns {string}
 */
export function readmeWithPictures(root) {
  const text = readFileSync(path.join(root, 'README.md'), 'utf8');
  return text.replaceAll(PICTURE, (_, alternative, file) => {
    const data = readFileSync(path.join(root, file)).toString('base64');
    return `![${alternative}](data:image/png;base64,${data})`;
  });
}
