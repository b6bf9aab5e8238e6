// Renders `images/icon.svg` to the PNG that VS Code wants, in the Chromium that the editor tests use.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const images = path.join(path.dirname(path.dirname(fileURLToPath(import.meta.url))), 'images');
const executablePath = process.env.AFFINE_ANALYZER_CHROMIUM ?? '/usr/bin/chromium';
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 128, height: 128 }, deviceScaleFactor: 2 });
await page.setContent(`<body style="margin: 0">${readFileSync(path.join(images, 'icon.svg'), 'utf8')}</body>`);
await page.screenshot({ path: path.join(images, 'icon.png'), omitBackground: true });
await browser.close();
