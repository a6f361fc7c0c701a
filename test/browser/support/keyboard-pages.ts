import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { ExchangeProcess } from "../../conformance/support/exchange-process.ts";
import { KeyboardHand } from "./keyboard-hand.ts";
import type { OpenOptions } from "./terminal-browser.ts";
import { useTerminal } from "./use-terminal.ts";

/** What a test does: `page` is looked at alone, and every act is of the hand. */
type Steps = (hand: KeyboardHand, page: Page) => Promise<void>;

type KeyboardPages = {
  readonly exchange: () => ExchangeProcess;
  /** Opens a page without a session. */
  visiting(path: string, steps: Steps): Promise<void>;
  /** Opens a page and starts as a ready-made user. */
  startedAs(name: "classic" | "unified", path: string, steps: Steps): Promise<void>;
  /** Opens a page with a session that the options open. */
  enteredBy(options: OpenOptions, path: string, steps: Steps): Promise<void>;
};

/** Runs an exchange and a browser without a pointer while the tests of a file run. */
export function useKeyboardPages(name: string): KeyboardPages {
  const terminal = useTerminal(name);

  const enteredBy: KeyboardPages["enteredBy"] = async (options, path, steps) => {
    const window = await terminal.open(path, options);
    await steps(new KeyboardHand(window.page), window.page);
    expect(window.takeFaults()).toEqual([]);
    await window.close();
  };

  const visiting: KeyboardPages["visiting"] = (path, steps) =>
    enteredBy({}, path, async (hand, page) => {
      await page.getByRole("button", { name: "Start", exact: true }).waitFor();
      await steps(hand, page);
    });

  return {
    exchange: () => terminal.exchange,
    visiting,
    enteredBy,
    startedAs: (user, path, steps) =>
      visiting(path, async (hand, page) => {
        await hand.act("Start");
        await hand.act(`${user} (${user} account)`);
        await page.getByRole("button", { name: user, exact: true }).waitFor();
        await steps(hand, page);
      }),
  };
}
