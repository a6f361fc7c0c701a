/** Looks at pages of one window in both themes: screenshots, the width, and what axe finds. */
import type { Locator, Page } from "playwright-core";
import { eventually } from "../../support/eventually.ts";
import { barriersOf } from "./accessibility.ts";
import { SCREENS, type TerminalWindow } from "./terminal-browser.ts";

/** Width of a page, which a phone shows whole; text, as it runs in the page. */
const PAGE_WIDTH = "document.documentElement.scrollWidth";

/**
 * Presses the button of the theme, also behind a dialog, and waits until the page is drawn in the
 * other theme, which it returns; text, as it runs in the page.
 */
const SWITCH_THEME = `(async () => {
  document.querySelector('button[aria-label^="Use the "][aria-label$=" theme"]').click();
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  return document.documentElement.dataset.theme;
})()`;

export class PageReview {
  readonly page: Page;
  readonly window: TerminalWindow;
  readonly #screen: keyof typeof SCREENS;
  #theme: string;
  /** What was found wrong, each with the name of its page. */
  readonly findings: string[] = [];

  /** @param theme the theme that the window shows */
  constructor(window: TerminalWindow, screen: keyof typeof SCREENS, theme: string) {
    this.window = window;
    this.page = window.page;
    this.#screen = screen;
    this.#theme = theme;
  }

  /**
   * Keeps pictures of the page as it is in both themes, and notes whether it is too wide, has a
   * barrier or had a fault. Where only one part is new, barriers are looked for `within` its
   * selector; in the second theme, those of its colours. The page stays in that theme.
   */
  async look(name: string, within = "html"): Promise<void> {
    const loading = this.page.getByText(/^(Loading|Reading)/);
    await eventually(`${name} is loaded`, async () => (await loading.count()) === 0);
    const width = await this.page.evaluate<number>(PAGE_WIDTH);
    if (width > SCREENS[this.#screen].width) this.#note(name, "is wider than the window");
    const first = await this.#lookAtTheme(name, within, "all");
    const theme = this.#theme;
    this.#theme = await this.page.evaluate<string>(SWITCH_THEME);
    const second = await this.#lookAtTheme(name, within, "colours");
    if (this.#theme === theme || first.equals(second)) this.#note(name, "has only one theme");
    for (const fault of this.window.takeFaults()) this.#note(name, fault);
  }

  /** Returns the picture of the page in the theme that it shows. */
  async #lookAtTheme(name: string, within: string, look: "all" | "colours"): Promise<Buffer> {
    const picture = await this.window.screenshot(`${name}-${this.#screen}-${this.#theme}`);
    for (const barrier of await barriersOf(this.page, within, look)) {
      this.#note(`${name} (${this.#theme})`, barrier);
    }
    return picture;
  }

  #note(name: string, finding: string): void {
    this.findings.push(`${name}: ${finding}`);
  }

  /** Opens a dialog, looks at it and closes it. */
  async lookAtDialog(name: string, opener: Locator | string): Promise<void> {
    if (typeof opener === "string") await this.page.keyboard.press(opener);
    else await opener.click();
    await this.page.getByRole("dialog").waitFor();
    await this.look(name, "dialog");
    await this.window.closeDialog();
  }
}
