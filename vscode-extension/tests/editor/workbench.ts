// Drives the workbench with keys and mouse, and reads what a person would see there.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser, type FrameLocator, type Locator, type Page } from 'playwright-core';

/** The machine may be slow and shared. */
const TIMEOUT_MS = 60_000;

export const screenshots = process.env['AFFINE_ANALYZER_SCREENSHOTS'];

export class Workbench {
  readonly #browser: Browser;
  readonly page: Page;

  static readonly takesScreenshots = screenshots !== undefined;

  private constructor(browser: Browser, page: Page) {
    this.#browser = browser;
    this.page = page;
  }

  static async open(executablePath: string, url: string, folder: string): Promise<Workbench> {
    const browser = await chromium.launch({
      executablePath,
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
    });
    try {
      const page = await browser.newPage({
        viewport: { width: 1120, height: 760 },
        deviceScaleFactor: screenshots === undefined ? 1 : 1.4,
      });
      page.setDefaultTimeout(TIMEOUT_MS);
      await page.goto(`${url}/?folder=${encodeURIComponent(folder)}`);
      await page.locator('.monaco-workbench .explorer-folders-view').waitFor();
      const workbench = new Workbench(browser, page);
      await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
      return workbench;
    } catch (error) {
      await browser.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#browser.close();
  }

  /** Opens a file of the workspace by name, after all that was open is closed. */
  async openFile(name: string): Promise<void> {
    await this.openTab(name);
    await this.page.locator('.editor-instance .view-line').first().waitFor();
  }

  /** As a text or as a page of its own. */
  async openTab(name: string): Promise<void> {
    const tabs = this.page.locator('.tab');
    // Where a test has failed half-way, the editor would ask what to do with its changes.
    if ((await tabs.count()) > 0 && (await this.page.locator('.tab.dirty').count()) === 0) {
      await this.runCommand('View: Close All Editors');
      await tabs.first().waitFor({ state: 'detached' });
    }
    await this.#quickInput('Control+KeyP', name, name);
    await this.page.locator('.tab.active', { hasText: name }).waitFor();
  }

  async runCommand(title: string): Promise<void> {
    await this.#quickInput('F1', `>${title}`, title);
  }

  /** Line and column count from one. */
  async goTo(line: number, column: number): Promise<void> {
    await this.#quickInput('Control+KeyG', `:${line}:${column}`, `line ${line}`);
    await this.status('status.editor.selection', (text) => text.startsWith(`Ln ${line}, Col ${column}`));
  }

  /** Clicks on what stands above a line, until `seen` comes of it. */
  async clickLens(title: string, seen: Locator): Promise<void> {
    const lens = this.page.locator('.codelens-decoration a', { hasText: title }).first();
    await this.until(`a click on "${title}" does something`, async () => {
      // Lenses are drawn anew all the time; the mouse does not wait for them to rest.
      const box = await lens.boundingBox({ timeout: 2_000 });
      assert.ok(box);
      await this.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      await seen.waitFor({ timeout: 10_000 });
    });
  }

  /** Chooses what the quick input offers, after something has opened it. */
  async pick(row: string | RegExp): Promise<void> {
    await this.page.locator('.quick-input-widget .monaco-list-row', { hasText: row }).first().click();
  }

  async #quickInput(key: string, text: string, row: string): Promise<void> {
    const widget = this.page.locator('.quick-input-widget');
    const input = widget.locator('.quick-input-box input');
    await this.until(`the quick input shows "${row}"`, async () => {
      if (!(await input.isVisible())) await this.page.keyboard.press(key);
      await input.fill(text, { timeout: 2_000 });
      await widget.locator('.monaco-list-row.focused', { hasText: row }).waitFor({ timeout: 5_000 });
      // A view that takes the focus closes the input; a bare key would then go into the text.
      await input.press('Enter', { timeout: 2_000 });
    });
    // What was chosen may ask for more in the same place.
    await widget.locator('.monaco-list-row.focused', { hasText: row }).waitFor({ state: 'hidden' });
  }

  /** What an item of the status bar says to somebody who asks for more than its text. */
  async statusText(id: string): Promise<string> {
    const item = this.page.locator(`.statusbar-item[id="${id}"]`);
    return (await item.getAttribute('aria-label', { timeout: 2_000 })) ?? '';
  }

  /** Waits until an item of the status bar is as wanted, and returns what it says. */
  async status(id: string, wanted: (text: string) => boolean): Promise<string> {
    let text = '';
    await this.until(`${id} in the status bar is as wanted`, async () => {
      text = await this.statusText(id);
      assert.ok(wanted(text), `it is "${text}"`);
    });
    return text;
  }

  /** Waits until the problems of the open files are as wanted. */
  async problems(wanted: (errors: number, warnings: number) => boolean): Promise<void> {
    await this.status('status.problems', (text) => {
      const count = (kind: string) => Number(new RegExp(`${kind}: (\\d+)`).exec(text)?.[1] ?? 0);
      return /No Problems|Errors|Warnings|Infos/.test(text) && wanted(count('Errors'), count('Warnings'));
    });
  }

  squiggles(severity: 'error' | 'warning' | 'info' | 'hint'): Locator {
    return this.page.locator(`.editor-instance .squiggly-${severity}`);
  }

  /** The rows of the Problems panel, which is opened for it. */
  async problemRows(): Promise<Locator> {
    const panel = this.page.locator('.markers-panel');
    if (!(await panel.isVisible())) await this.page.keyboard.press('Control+Shift+KeyM');
    await panel.waitFor();
    return panel.locator('.monaco-list-row');
  }

  async closePanel(): Promise<void> {
    await this.runCommand('View: Hide Panel');
    await this.page.locator('.markers-panel').waitFor({ state: 'hidden' });
  }

  /** The hover at a place, as soon as it contains all of `texts`. */
  async hover(line: number, column: number, texts: string[]): Promise<string> {
    const hover = this.page.locator('.monaco-hover:not(.hidden)').filter({ hasText: texts[0] ?? '' });
    let text = '';
    await this.until(`the hover at ${line}:${column} contains ${texts.join(' and ')}`, async () => {
      await this.page.keyboard.press('Escape');
      await this.goTo(line, column);
      await this.page.keyboard.press('Control+KeyK');
      await this.page.keyboard.press('Control+KeyI');
      await hover.first().waitFor({ timeout: 5_000 });
      // Blanks in the hover are not always plain ones.
      text = (await hover.first().innerText()).replaceAll('\u00a0', ' ');
      for (const part of texts) assert.ok(text.includes(part), `it says:\n${text}`);
    });
    return text;
  }

  /** Puts the cursor under each of the marks until the menu of fixes offers `title`, and leaves the menu open. */
  async openQuickFixes(marks: Locator, title: RegExp): Promise<Locator> {
    const menu = this.page.locator('.action-widget');
    const action = menu.locator('.monaco-list-row.action:not(.option-disabled)', { hasText: title }).first();
    await marks.first().waitFor();
    await this.until(`there is a quick fix ${String(title)}`, async () => {
      const seen: string[] = [];
      for (const mark of await marks.all()) {
        await this.page.keyboard.press('Escape');
        const box = await mark.boundingBox();
        if (box === null) continue;
        await this.page.mouse.click(box.x + 3, box.y + box.height / 2);
        await this.page
          .locator('.editor-instance .codicon-light-bulb, .editor-instance [class*=lightbulb]')
          .first()
          .waitFor({ timeout: 5_000 });
        await this.page.keyboard.press('Control+Period');
        await menu.waitFor({ timeout: 5_000 });
        if (await action.isVisible()) return;
        seen.push(await menu.innerText());
      }
      assert.fail(`the menus offered:\n${seen.join('\n---\n')}`);
    });
    return action;
  }

  async choose(action: Locator): Promise<void> {
    // The menu takes no click before the mouse has moved over it.
    const box = await action.boundingBox();
    assert.ok(box, 'the menu is gone');
    await this.page.mouse.move(box.x + 20, box.y + box.height / 2);
    await action.click();
  }

  /** Saves the file that is open. */
  async save(): Promise<void> {
    await this.page.keyboard.press('Control+KeyS');
    await this.page.locator('.tab.active:not(.dirty)').waitFor();
  }

  /** Makes the editor forget what was changed. */
  async revert(): Promise<void> {
    await this.page.keyboard.press('Escape');
    await this.runCommand('File: Revert File');
  }

  /** The page of the view that is open. */
  get view(): FrameLocator {
    return this.page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
  }

  /** Makes the editor see that the page of the view had the keyboard only after it has lost it. */
  async hearLateOfFocus(): Promise<void> {
    const handle = await this.page.locator('iframe.webview.ready').elementHandle();
    const frame = await handle.contentFrame();
    assert.ok(frame);
    await frame.evaluate(() => {
      const page = document.querySelector<HTMLIFrameElement>('#active-frame')?.contentWindow;
      let until = 0;
      page?.addEventListener('blur', () => (until = performance.now() + 300));
      document.hasFocus = () => performance.now() < until;
    });
  }

  notification(text: string | RegExp): Locator {
    return this.page.locator('.notification-toast', { hasText: text });
  }

  async dismissNotifications(): Promise<void> {
    await this.runCommand('Notifications: Clear All Notifications');
  }

  async screenshot(name: string): Promise<void> {
    if (screenshots === undefined) return;
    mkdirSync(screenshots, { recursive: true });
    // The light bulb and other decorations follow with a delay.
    await this.page.waitForTimeout(1_500);
    await this.page.screenshot({ path: path.join(screenshots, `${name}.png`) });
  }

  /** Repeats `attempt` until it does not throw. */
  async until(what: string, attempt: () => Promise<void>): Promise<void> {
    const end = Date.now() + TIMEOUT_MS;
    for (;;) {
      try {
        await attempt();
        return;
      } catch (error) {
        if (Date.now() > end) throw new Error(`not seen in time: ${what}. At last: ${String(error)}`, { cause: error });
        await this.page.waitForTimeout(200);
      }
    }
  }
}
