import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { expectAccessible } from "./support/accessibility.ts";
import { useTerminal } from "./support/use-terminal.ts";

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

it("a name and a password open an account", async () => {
  const window = await terminal.open();
  const { page } = window;
  await signUp(page, "alice", "alice");
  const dialog = page.getByRole("dialog", { name: "Start trading" });
  await dialog.getByText("A password has 8 to 128 characters").waitFor();
  await expectAccessible(page);
  await window.screenshot("sign-up");
  await dialog.getByLabel("Password").fill("correct horse");
  await dialog.getByRole("button", { name: "Open the account" }).click();
  await page.getByRole("button", { name: "alice", exact: true }).waitFor();
  await page.getByText("No open positions").waitFor();
  await window.close();
});

it("a wrong password is refused, and a changed one ends the other browsers", async () => {
  const [one, other] = await Promise.all([terminal.open(), terminal.open()]);
  await signIn(one.page, "alice", "wrong horse");
  await one.page.getByText("Name or password is wrong").waitFor();
  await one.page.getByRole("button", { name: "Close" }).click();
  await signIn(one.page, "alice", "correct horse");
  await one.page.getByRole("button", { name: "alice", exact: true }).waitFor();
  await signIn(other.page, "alice", "correct horse");
  await other.page.getByRole("button", { name: "alice", exact: true }).waitFor();
  await one.page.goto(`${terminal.baseUrl}/account/sessions`);
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
  await other.page.getByRole("button", { name: "Sign in again" }).press("Enter");
  const dialog = other.page.getByRole("dialog", { name: "Start trading" });
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

it("a taken name is said at its field", async () => {
  const window = await terminal.open();
  await signUp(window.page, "Alice", "another horse");
  await window.page.getByText("The name is taken").waitFor();
  expect(await window.page.getByLabel("Name").getAttribute("aria-invalid")).toBe("true");
  await window.close();
});
