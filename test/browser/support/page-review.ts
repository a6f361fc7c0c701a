/** Looks at pages of one window: a screenshot, the width, and what axe finds. */
import type { Locator, Page } from "playwright-core";
import { eventually } from "../../support/eventually.ts";
import { barriersOf } from "./accessibility.ts";
import type { TerminalWindow } from "./terminal-browser.ts";

/** Whether a page is wider than the window; text, as it runs in the page. */
const IS_WIDE = "document.documentElement.scrollWidth > innerWidth";

export class PageReview {
  readonly page: Page;
  readonly #window: TerminalWindow;
  readonly #suffix: string;
  /** What was found wrong, each with the name of its page. */
  readonly findings: string[] = [];

  /** @param suffix ends the names of the screenshots: screen and theme */
  constructor(window: TerminalWindow, suffix: string) {
    this.#window = window;
    this.page = window.page;
    this.#suffix = suffix;
  }

  /** Follows a link to an address of the terminal, without loading the page again. */
  async follow(path: string): Promise<void> {
    await this.page.evaluate(`{
      const link = document.createElement("a");
      link.href = ${JSON.stringify(path)};
      document.body.append(link);
      link.click();
      link.remove();
    }`);
    await this.page.waitForURL(`**${path}`);
  }

  /**
   * Keeps a picture of the page as it is, and notes whether it is too wide, has a barrier or had a
   * fault. Where only one part is new, barriers are looked for `within` its selector.
   */
  async look(name: string, within = "html"): Promise<void> {
    const loading = this.page.getByText(/^(Loading|Reading)/);
    await eventually(`${name} is loaded`, async () => (await loading.count()) === 0);
    await this.#window.screenshot(`${name}-${this.#suffix}`);
    const isWide = await this.page.evaluate<boolean>(IS_WIDE);
    const found = [
      ...(isWide ? ["is wider than the window"] : []),
      ...(await barriersOf(this.page, within)),
      ...this.#window.takeFaults(),
    ];
    this.findings.push(...found.map((one) => `${name}: ${one}`));
  }

  /** Opens a dialog, looks at it and closes it. */
  async lookAtDialog(name: string, opener: Locator | string): Promise<void> {
    if (typeof opener === "string") await this.page.keyboard.press(opener);
    else await opener.click();
    await this.page.getByRole("dialog").waitFor();
    await this.look(name, "dialog");
    await this.closeDialog();
  }

  async closeDialog(): Promise<void> {
    await this.page.keyboard.press("Escape");
    await eventually("no dialog", async () => (await this.page.getByRole("dialog").count()) === 0);
  }
}
