/** The terminal in the browser of the system, in front of a started exchange. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { findChromium } from "../../../tools/browser/find-chromium.ts";
import { eventually } from "../../support/eventually.ts";

/** Sizes of the screens that every page is made for, in px. */
export const SCREENS = {
  desktop: { width: 1366, height: 768 },
  phone: { width: 390, height: 844 },
} as const;

/** Screenshots of the test run; kept as files, outside of version control. */
export const SCREENSHOTS = join(import.meta.dirname, "../../../tmp/screenshots");

/** Answers of an exchange that is busy or limits the rate: the pages say so and ask again. */
const PUT_OFF = /status of (429|503)/;

/** Lets scripts read the role and the name by which screen readers know an element. */
const COMPUTED_ACCESSIBILITY = "--enable-blink-features=ComputedAccessibilityInfo";

/** Starts the browser. Throws where the system has none. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    throw new Error("browser tests need Chromium: npm run install:browser");
  }
  // The sandbox needs rights that containers do not give; the pages are our own.
  const args = ["--no-sandbox", "--disable-dev-shm-usage", COMPUTED_ACCESSIBILITY];
  return chromium.launch({ executablePath, args });
}

export type OpenOptions = {
  readonly screen?: keyof typeof SCREENS;
  readonly theme?: "dark" | "light";
  /** Signs in or up before the page is loaded, which then is loaded once. */
  readonly before?: (terminal: TerminalRequests) => Promise<void>;
};

/** Requests with the cookies of a window; each answers the data. */
export type TerminalRequests = {
  post(path: string, body: object): Promise<unknown>;
  get(path: string): Promise<unknown>;
};

const HEADERS = { "content-type": "application/json", "x-bourse-terminal": "1" };

function requestsOf(context: BrowserContext, url: string): TerminalRequests {
  const dataOf = async (answer: { json(): Promise<unknown> }): Promise<unknown> => {
    const { code, data, msg } = (await answer.json()) as Record<string, unknown>;
    if (code !== "00000") throw new Error(`the terminal answers with data; got ${code} ${msg}`);
    return data;
  };
  const at = (path: string): string => new URL(path, url).href;
  return {
    post: async (path, body) =>
      dataOf(await context.request.post(at(path), { headers: HEADERS, data: body })),
    get: async (path) => dataOf(await context.request.get(at(path), { headers: HEADERS })),
  };
}

/** A browser window with its own cookies, whose page faults fail the test that reads them. */
export class TerminalWindow {
  readonly page: Page;
  readonly #context: BrowserContext;
  /** Exceptions and error messages of the page. */
  readonly faults: string[] = [];

  private constructor(context: BrowserContext, page: Page) {
    this.#context = context;
    this.page = page;
    page.on("pageerror", (error) => this.faults.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") {
        this.faults.push(`${message.text()} ${message.location().url}`.trim());
      }
    });
  }

  /** Opens an address of the exchange. */
  static async open(
    browser: Browser,
    url: string,
    { before, screen = "desktop", theme = "dark" }: OpenOptions = {},
  ): Promise<TerminalWindow> {
    const context = await browser.newContext({
      viewport: SCREENS[screen],
      colorScheme: theme,
      hasTouch: screen === "phone",
      isMobile: screen === "phone",
      locale: "en-GB",
      timezoneId: "UTC",
    });
    await before?.(requestsOf(context, url));
    const page = await context.newPage();
    const window = new TerminalWindow(context, page);
    await page.goto(url);
    return window;
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

  async closeDialog(): Promise<void> {
    await this.page.keyboard.press("Escape");
    const dialog = this.page.getByRole("dialog");
    await eventually("no dialog", async () => (await dialog.count()) === 0);
  }

  /** Takes the faults so far, without those of answers that pages ask for again. */
  takeFaults(): string[] {
    return this.faults.splice(0).filter((fault) => !PUT_OFF.test(fault));
  }

  /** Keeps a picture of the page under a name, and returns it. */
  screenshot(name: string): Promise<Buffer> {
    mkdirSync(SCREENSHOTS, { recursive: true });
    return this.page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
  }

  async close(): Promise<void> {
    await this.#context.close();
  }
}
