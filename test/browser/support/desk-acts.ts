/** Acts of an operator, written into the forms of the desk and sent, on one exchange and window. */
import type { Locator, Page } from "playwright-core";
import { afterAll, expect } from "vitest";
import type { Key } from "../../conformance/support/conformance-exchange.ts";
import { type ExchangeProcess, QUIET_FLAGS } from "../../conformance/support/exchange-process.ts";
import { confirmAct, openDesk } from "./desk-window.ts";
import type { TerminalWindow } from "./terminal-browser.ts";
import { useTerminal } from "./use-terminal.ts";

/** Answers to acts that the exchange refuses: browsers report them as errors of the page. */
const REFUSED = /status of 4(00|04|09)/;

/** Nothing happens by itself, and there is no past: the desk shows no candles. */
const SILENT_FLAGS = [...QUIET_FLAGS, "--past", "0"];

/** Texts of a form by the labels of its fields. */
export type Texts = Readonly<Record<string, string>>;

/** A balance of a new user. */
export type Money = { readonly wallet: string; readonly coin: string; readonly amount: string };

/** A desk whose window is opened before the first test of a file. */
class DeskActs {
  readonly #terminal: ReturnType<typeof useTerminal>;
  #window: TerminalWindow | undefined;

  constructor(name: string) {
    this.#terminal = useTerminal(name, { flags: SILENT_FLAGS, prepare: () => this.#open() });
    afterAll(() => {
      const faults = this.#window?.takeFaults().filter((fault) => !REFUSED.test(fault));
      expect(faults).toEqual([]);
    });
  }

  async #open(): Promise<void> {
    const { browser, exchange } = this.#terminal;
    const { admin, baseUrl } = exchange.credentials;
    this.#window = await openDesk(browser, { baseUrl, section: "log", token: admin.token });
  }

  get exchange(): ExchangeProcess {
    return this.#terminal.exchange;
  }

  get #opened(): TerminalWindow {
    if (this.#window === undefined) throw new Error("the desk is open");
    return this.#window;
  }

  get page(): Page {
    return this.#opened.page;
  }

  /** Shows a page of the desk, without a dialog that a failed test has left open. */
  async follow(path: string): Promise<void> {
    if ((await this.dialog.count()) > 0) await this.#opened.closeDialog();
    await this.#opened.follow(`/desk/${path}`);
  }

  /** The open dialog. */
  get dialog(): Locator {
    return this.page.getByRole("dialog");
  }

  /** Writes texts into fields of the page or of the open dialog. */
  async write(texts: Texts): Promise<void> {
    const form = (await this.dialog.count()) > 0 ? this.dialog : this.page;
    for (const [label, text] of Object.entries(texts)) {
      await form.getByLabel(label, { exact: true }).fill(text);
    }
  }

  press(name: string): Promise<void> {
    return this.page.getByRole("button", { name, exact: true }).click();
  }

  /** Opens a form with a button, writes texts and goes on to the act. */
  async edit(button: string, texts: Texts): Promise<void> {
    await this.press(button);
    await this.rewrite(texts);
  }

  /** Writes texts into the open form and goes on to the act. */
  async rewrite(texts: Texts): Promise<void> {
    await this.write(texts);
    await this.press("Review");
  }

  /** Does the act whose dialog is open, and waits for what the page says of it. */
  async done(act: string, said: string | RegExp, repeat?: string): Promise<void> {
    await confirmAct(this.page, act, repeat);
    await this.said(said);
  }

  /** Sends the act whose dialog is open, which the exchange refuses; the dialog stays. */
  async refused(act: string, said: string | RegExp, repeat?: string): Promise<void> {
    await confirmAct(this.page, act, repeat);
    await this.dialog.getByRole("alert").getByText(said).waitFor();
    const reason = await this.dialog.getByLabel("Reason").inputValue();
    expect(reason).toContain("ticket");
  }

  /** Sends the act whose dialog is open, for which the exchange asks back, and confirms it. */
  async confirm(act: string, repeat: string): Promise<void> {
    await confirmAct(this.page, act, repeat);
    await this.dialog.getByText("Nothing has been done yet.", { exact: false }).waitFor();
    await this.press("Confirm the effect");
  }

  /** Waits until an act is done and its dialog has closed. */
  async said(text: string | RegExp): Promise<void> {
    await this.dialog.waitFor({ state: "detached" });
    await this.page.getByRole("log", { name: "Messages" }).getByText(text).first().waitFor();
  }

  /** Goes from a refused act to its form, which has kept the texts, and writes others. */
  async correct(kept: Texts, texts: Texts): Promise<void> {
    await this.press("Back to the form");
    await this.expectKept(kept);
    await this.rewrite(texts);
  }

  /** Fields of the page or of the open dialog have texts. */
  async expectKept(kept: Texts): Promise<void> {
    const form = (await this.dialog.count()) > 0 ? this.dialog : this.page;
    for (const [label, text] of Object.entries(kept)) {
      expect(await form.getByLabel(label, { exact: true }).inputValue()).toBe(text);
    }
  }

  /** Leaves the act whose dialog is open. */
  async cancel(): Promise<void> {
    await this.press("Cancel");
    await this.dialog.waitFor({ state: "detached" });
  }

  read<T>(path: string): Promise<T> {
    return this.exchange.adminAnswer<T>("GET", path);
  }

  /** Creates a user with balances; returns its key. */
  async newUser(user: object, ...money: readonly Money[]): Promise<Key> {
    const terms = { realm: "live", ...user };
    const { uid } = await this.exchange.adminAnswer<{ uid: string }>("POST", "/users", terms);
    for (const one of money) {
      const path = `/users/${uid}/credits`;
      const credit = await this.exchange.adminAnswer<{ status: string }>("POST", path, one);
      expect(credit.status).toBe("done");
    }
    return this.exchange.adminAnswer<Key>("POST", `/users/${uid}/keys`, {});
  }
}

/** Runs an exchange on which nothing happens by itself, and its desk, for the tests of a file. */
export function useDeskActs(name: string): DeskActs {
  return new DeskActs(name);
}
