/** The desk of the operator, driven in a browser. */
import type { Browser, Page } from "playwright-core";
import type { Credentials } from "../../../src/main/credentials.ts";
import { type OpenOptions, TerminalWindow } from "./terminal-browser.ts";

export type DeskOptions = OpenOptions & {
  /** Token that signs in; that of the credentials when absent. */
  readonly token?: string;
};

/** Opens a section of the desk, signed in. */
export async function openDesk(
  browser: Browser,
  credentials: Credentials,
  section: string,
  { token = credentials.admin.token, ...options }: DeskOptions = {},
): Promise<TerminalWindow> {
  const address = `${credentials.baseUrl}/desk/${section}`;
  const window = await TerminalWindow.open(browser, address, options);
  await window.page.getByLabel("Admin token").fill(token);
  await window.page.getByRole("button", { name: "Sign in" }).click();
  await window.page.getByRole("button", { name: "Sign out" }).waitFor();
  return window;
}

/** Confirms the act whose dialog is open; repeats the name where it is asked for. */
export async function confirmAct(
  page: Page,
  name: string | RegExp,
  repeat?: string,
): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("ticket 4711: Gebühr");
  if (repeat !== undefined) await dialog.getByLabel(/to go on$/).fill(repeat);
  await dialog.getByRole("button", { name }).click();
}

/** Does the act whose dialog is open, after which none is. */
export async function doAct(page: Page, name: string | RegExp, repeat?: string): Promise<void> {
  await confirmAct(page, name, repeat);
  await page.getByRole("dialog").waitFor({ state: "detached" });
}
