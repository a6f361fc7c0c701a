/** Accounts with a password and one-time codes, from signing up to signing out everywhere. */
import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { expectAccessible } from "./support/accessibility.ts";
import type { TerminalWindow } from "./support/terminal-browser.ts";
import { useTerminal } from "./support/use-terminal.ts";

const PASSWORD = "correct horse";
const STEP_MS = 30_000;
/** Time before the end of a step in which no code is written, because it might arrive after it. */
const LATE_MS = 4_000;

const terminal = useTerminal("sign-in", { flags: ["--no-agents"] });

/** Signs up by the keyboard alone. */
async function signUp(page: Page, name: string, password: string): Promise<void> {
  await page.getByRole("button", { name: "Start", exact: true }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Start trading" });
  await dialog.getByRole("radio", { name: "Sign in" }).press("ArrowRight");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Password").fill(password);
  await dialog.getByLabel("Password").press("Enter");
}

/** Signs in; the answer may be a refusal. */
async function signIn(page: Page, name: string, password: string): Promise<void> {
  await page.getByRole("button", { name: "Start", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Start trading" });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Password").fill(password);
  await dialog.getByRole("button", { name: "Sign in" }).click();
}

/** Holds the answers of an address back until `release` is called. */
async function holdAnswers(page: Page, url: string) {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.continue();
  });
  return { release };
}

/** Signs the browser of a page in as a ready-made user, as another tab does. */
async function continueAs(name: string): Promise<void> {
  const headers = { "content-type": "application/json", "x-bourse-terminal": "1" };
  const body = JSON.stringify({ name });
  await fetch("/terminal/v1/continue-as", { method: "POST", headers, body });
}

/** The code of a step before (−1), of or after (1) the present one; each later one counts. */
async function codeOf(secret: string, step: -1 | 0 | 1): Promise<string> {
  await eventually("time left in the step", () => Date.now() % STEP_MS < STEP_MS - LATE_MS);
  const timestamp = Date.now() + step * STEP_MS;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

/** Signs up on the page of sessions and enables codes with the code of the step before. */
async function openWithCodes(name: string): Promise<{ window: TerminalWindow; secret: string }> {
  const window = await terminal.open("/account/sessions");
  const { page } = window;
  await page.getByRole("button", { name: "Start", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Start trading" });
  await dialog.getByRole("radio", { name: "Sign in" }).press("ArrowRight");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Password").fill(PASSWORD);
  await dialog.getByLabel("Password").press("Enter");
  const panel = page.getByRole("region", { name: "One-time codes" });
  await panel.getByLabel("Password").fill(PASSWORD);
  await panel.getByRole("button", { name: "Set up codes" }).click();
  await panel.getByRole("img", { name: "QR code of the secret" }).waitFor();
  const shown = await panel.locator('[data-part="Secret of codes"]').textContent();
  const secret = (shown ?? "").replaceAll(" ", "");
  await expectAccessible(page);
  await window.screenshot("account-codes");
  await panel.getByLabel("One-time code").fill("000000");
  await panel.getByLabel("One-time code").press("Enter");
  await panel.getByText("The one-time code is wrong").waitFor();
  await panel.getByLabel("One-time code").fill(await codeOf(secret, -1));
  await panel.getByRole("button", { name: "Enable codes" }).click();
  await panel.getByText("Enabled: sign-ins").waitFor();
  return { window, secret };
}

/** Asks for a key of the own account. */
async function askForKey(page: Page): Promise<void> {
  await page.goto(`${terminal.baseUrl}/account/keys`);
  await page.getByRole("button", { name: "Create a key" }).click();
  await page.getByRole("textbox", { name: "Label" }).fill("bot");
  await page.getByRole("button", { name: "Create", exact: true }).click();
}

describe("a password", () => {
  it("a name and a password open an account", async () => {
    const window = await terminal.open();
    const { page } = window;
    await signUp(page, "alice", "alice");
    const dialog = page.getByRole("dialog", { name: "Start trading" });
    await dialog.getByText("A password has 8 to 128 characters").waitFor();
    await dialog.getByText("whose USDT and USDC back all positions").waitFor();
    await expectAccessible(page);
    await window.screenshot("sign-up");
    await dialog.getByLabel("Password").fill("correct horse");
    await dialog.getByRole("button", { name: "Open the account" }).click();
    await page.getByRole("button", { name: "alice", exact: true }).waitFor();
    await page.getByText("No open positions").waitFor();
    await window.close();
  });

  it("a wrong password is refused, and a changed one ends the other browsers", async () => {
    const [one, other] = await Promise.all([
      terminal.open("/account/sessions"),
      terminal.open("/account"),
    ]);
    await signIn(one.page, "alice", "wrong horse");
    await one.page.getByText("Name or password is wrong").waitFor();
    await one.page.getByRole("button", { name: "Close" }).click();
    await signIn(one.page, "alice", "correct horse");
    await one.page.getByRole("button", { name: "alice", exact: true }).waitFor();
    await signIn(other.page, "alice", "correct horse");
    await other.page.getByRole("button", { name: "alice", exact: true }).waitFor();
    const sessions = one.page.getByRole("table", { name: "Sessions" });
    await sessions.getByText("(this one)").waitFor();
    await expectAccessible(one.page);
    await one.screenshot("account-sessions");
    await one.page.getByLabel("Present password").fill("correct horse");
    await one.page.getByLabel("New password").fill("battery staple");
    await one.page.getByRole("button", { name: "Change the password" }).click();
    await one.page.getByText("The password is changed").waitFor();
    await other.page.reload();
    await other.page.getByRole("button", { name: "Start", exact: true }).waitFor();
    await signIn(other.page, "alice", "battery staple");
    await other.page.getByRole("button", { name: "alice", exact: true }).waitFor();
    await one.page.getByRole("button", { name: "Sign out everywhere" }).click();
    await one.page.getByRole("button", { name: "Start", exact: true }).waitFor();
    await other.page.reload();
    await other.page.getByRole("button", { name: "Start", exact: true }).waitFor();
    await Promise.all([one.close(), other.close()]);
  });

  it("a session that another browser ends says so, and is signed in again by keyboard", async () => {
    const [one, other] = await Promise.all([terminal.open("/account/sessions"), terminal.open()]);
    for (const { page } of [one, other]) {
      await signIn(page, "alice", "battery staple");
      await page.getByRole("button", { name: "alice", exact: true }).waitFor();
    }
    await one.page.reload();
    await one.page.getByRole("button", { name: "End", exact: true }).first().press("Enter");
    await one.page.getByRole("button", { name: "End", exact: true }).waitFor({ state: "detached" });
    await other.page.getByRole("alert").getByText("You are signed out").waitFor();
    await expectAccessible(other.page);
    await other.screenshot("signed-out");
    const status = await holdAnswers(other.page, "**/terminal/v1/status");
    const asked = other.page.waitForRequest("**/terminal/v1/status");
    await other.page.getByRole("button", { name: "Sign in again" }).press("Enter");
    await asked;
    await other.page.getByRole("banner").waitFor();
    const dialog = other.page.getByRole("dialog", { name: "Start trading" });
    // Its forms depend on the status: it would lose what has been typed before.
    expect(await dialog.count()).toBe(0);
    status.release();
    await dialog.getByLabel("Name").fill("alice");
    await dialog.getByLabel("Password").fill("battery staple");
    await dialog.getByLabel("Password").press("Enter");
    await other.page.getByRole("button", { name: "alice", exact: true }).waitFor();
    await one.page.getByRole("button", { name: "alice", exact: true }).press("Enter");
    const account = one.page.getByRole("dialog", { name: "Account" });
    await account.getByRole("button", { name: "Sign out" }).press("Enter");
    await one.page.getByRole("button", { name: "Start", exact: true }).waitFor();
    await Promise.all([one.close(), other.close()]);
  });

  it("a tab that shows the user before another sign-in sends nothing for the new one", async () => {
    const window = await terminal.open();
    const { page } = window;
    await page.evaluate(continueAs, "unified");
    await page.reload();
    await page.getByRole("button", { name: "unified", exact: true }).waitFor();
    const other = await page.context().newPage();
    await other.goto(`${terminal.baseUrl}/account`);
    await other.evaluate(continueAs, "classic");
    await page.getByRole("link", { name: "Account" }).click();
    await page.getByRole("alert").getByText("another user has signed in").waitFor();
    await page.getByRole("button", { name: "Sign in again" }).click();
    await page.getByRole("button", { name: "classic", exact: true }).waitFor();
    window.takeFaults();
    await window.close();
  });

  it("a taken name is said at its field", async () => {
    const window = await terminal.open("/account");
    await signUp(window.page, "Alice", "another horse");
    await window.page.getByText("The name is taken").waitFor();
    expect(await window.page.getByLabel("Name").getAttribute("aria-invalid")).toBe("true");
    await window.close();
  });
});

describe("one-time codes", () => {
  it("a user with codes needs one to sign in and to make a key, by the keyboard alone", async () => {
    const { secret, window } = await openWithCodes("carol");
    const { page } = window;
    await page.getByRole("button", { name: "Sign out everywhere" }).click();
    await page.getByRole("button", { name: "Start", exact: true }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Start trading" });
    await dialog.getByLabel("Name").fill("carol");
    await dialog.getByLabel("Password").fill(PASSWORD);
    await dialog.getByLabel("Password").press("Enter");
    await dialog.getByLabel("One-time code").waitFor();
    await page.keyboard.type("000000");
    await page.keyboard.press("Enter");
    await dialog.getByText("The one-time code is wrong").waitFor();
    await expectAccessible(page);
    await window.screenshot("sign-in-code");
    await dialog.getByLabel("One-time code").fill(await codeOf(secret, 0));
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "carol", exact: true }).waitFor();

    await askForKey(page);
    const asked = page.getByRole("dialog", { name: "Confirm with a code" });
    await asked.getByLabel("One-time code").waitFor();
    await page.keyboard.type("000000");
    await page.keyboard.press("Enter");
    await asked.getByText("The one-time code is wrong").waitFor();
    await expectAccessible(page);
    await window.screenshot("account-code-asked");
    await page.keyboard.type(await codeOf(secret, 1));
    await page.keyboard.press("Enter");
    await page.locator("pre.snippet").waitFor();
    await window.close();
  });

  it("codes end with password and code, and giving up sends nothing", async () => {
    const { secret, window } = await openWithCodes("dave");
    const { page } = window;
    await askForKey(page);
    await page.getByRole("dialog", { name: "Confirm with a code" }).press("Escape");
    await page.getByText("A one-time code is required").waitFor();
    await page.goto(`${terminal.baseUrl}/account/sessions`);
    const panel = page.getByRole("region", { name: "One-time codes" });
    await panel.getByLabel("Password").fill(PASSWORD);
    await panel.getByLabel("One-time code").fill(await codeOf(secret, 0));
    await panel.getByRole("button", { name: "Disable codes" }).click();
    await panel.getByRole("button", { name: "Set up codes" }).waitFor();
    await askForKey(page);
    await page.locator("pre.snippet").waitFor();
    await window.close();
  });
});
