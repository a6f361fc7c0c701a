/** The desk of the operator, signed in and driven in a browser. */
import type { Browser, Locator, Page } from "playwright-core";
import { type OpenOptions, TerminalWindow } from "./terminal-browser.ts";

/** Presses of Tab after which an element counts as out of reach. */
const TABS_MAX = 200;

/** Opens a section of the desk with an admin token. */
export async function openDesk(
  browser: Browser,
  { baseUrl, section, token }: Readonly<Record<"baseUrl" | "section" | "token", string>>,
  options: OpenOptions = {},
): Promise<TerminalWindow> {
  const window = await TerminalWindow.open(browser, `${baseUrl}/desk/${section}`, options);
  const { page } = window;
  await page.getByLabel("Admin token").fill(token);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Sign out" }).waitFor();
  return window;
}

/** Moves the focus to an element with Tab alone. Throws where Tab does not reach it. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < TABS_MAX; presses++) {
    if (await target.evaluate((element) => element.matches(":focus"))) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${target}`);
}

/** Does the act whose dialog is open, by the keyboard: the reason, then what is repeated. */
export async function actByKeyboard(page: Page, reason: string, repeat?: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await tabTo(page, dialog.getByLabel("Reason"));
  await page.keyboard.type(reason);
  if (repeat !== undefined) {
    await tabTo(page, dialog.getByLabel(/to go on$/));
    await page.keyboard.type(repeat);
  }
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
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
