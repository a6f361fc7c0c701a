/** The browser and the exchange with the built pages that the tests of a file share. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import type { ExchangeProcess } from "../../conformance/support/exchange-process.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { startExchange } from "./browser-exchange.ts";
import { launchBrowser, type OpenOptions, TerminalWindow } from "./terminal-browser.ts";

type TerminalOptions = {
  /** Flags of the exchange; by default it has a generated market and limits the rate. */
  readonly flags?: readonly string[];
  /**
   * Whether the exchange stores its data on disk, which its health page shows and a restart reads.
   * Otherwise it starts in half the processor time.
   */
  readonly isOnDisk?: boolean;
  /** Prepares the exchange before the first test. */
  readonly prepare?: (terminal: Terminal) => Promise<void> | void;
};

/** An exchange with its pages, and a browser that shows them. */
class Terminal {
  readonly #dataDir: string;
  readonly #flags: readonly string[];
  #browser: Browser | undefined;
  #exchange: ExchangeProcess | undefined;

  constructor(name: string, { flags = [], isOnDisk = false }: TerminalOptions) {
    this.#dataDir = temporaryDirectory(name);
    const credentials = join(this.#dataDir, "credentials.json");
    this.#flags = isOnDisk ? flags : [...flags, "--ephemeral", "--credentials", credentials];
  }

  get browser(): Browser {
    if (this.#browser === undefined) throw new Error("the browser is started");
    return this.#browser;
  }

  get exchange(): ExchangeProcess {
    if (this.#exchange === undefined) throw new Error("the exchange is started");
    return this.#exchange;
  }

  get baseUrl(): string {
    return this.exchange.address.baseUrl;
  }

  async start(): Promise<void> {
    this.#browser = await launchBrowser();
    this.#exchange = await startExchange(this.#dataDir, { flags: this.#flags });
  }

  /** Starts the killed exchange on its data and its port. */
  async restartExchange(): Promise<void> {
    const { port } = new URL(this.baseUrl);
    const flags = [...this.#flags, "--port", port];
    this.#exchange = await startExchange(this.#dataDir, { flags });
  }

  /** Opens an address of the exchange in a window of its own. */
  open(path = "/", options: OpenOptions = {}): Promise<TerminalWindow> {
    return TerminalWindow.open(this.browser, `${this.baseUrl}${path}`, options);
  }

  /** Opens an address with the session of a ready-made user. */
  async openAs(
    user: "classic" | "unified",
    path = "/",
    options: Omit<OpenOptions, "before"> = {},
  ): Promise<TerminalWindow> {
    const window = await this.open(path, {
      ...options,
      async before({ post }) {
        await post("/terminal/v1/continue-as", { name: user });
      },
    });
    await window.page.getByRole("button", { name: user, exact: true }).waitFor();
    return window;
  }

  /** Ends what was started, also where a part of it failed. */
  async close(): Promise<void> {
    await Promise.all([this.#browser?.close(), this.#exchange?.kill()]);
    rmSync(this.#dataDir, { recursive: true, force: true });
  }
}

/** Runs an exchange and a browser while the tests of a file run. */
export function useTerminal(name: string, options: TerminalOptions = {}): Terminal {
  const terminal = new Terminal(name, options);
  beforeAll(async () => {
    await terminal.start();
    await options.prepare?.(terminal);
  });
  afterAll(() => terminal.close());
  return terminal;
}
