/** The desk of the operator, in front of a started exchange. */
import { describe, expect, it } from "vitest";
import type { Credentials } from "../../src/main/credentials.ts";
import { adminRequest } from "../support/admin-request.ts";
import { expectAccessible } from "./support/accessibility.ts";
import { doAct, openDesk } from "./support/desk-window.ts";
import type { TerminalWindow } from "./support/terminal-browser.ts";
import { useTerminal } from "./support/use-terminal.ts";

let credentials: Credentials;

const terminal = useTerminal("desk", {
  prepare({ exchange }) {
    ({ credentials } = exchange);
  },
});

/** Opens a section of the desk, signed in. */
function opened(section: string): Promise<TerminalWindow> {
  const { admin, baseUrl } = credentials;
  return openDesk(terminal.browser, { baseUrl, section, token: admin.token });
}

describe("the desk", () => {
  it("keeps the token nowhere in the browser, and asks for it again after signing out", async () => {
    const window = await opened("markets");
    const { page } = window;
    const kept = await page.evaluate(() => {
      const { localStorage, sessionStorage, document } = globalThis as unknown as BrowserKept;
      return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]);
    });
    expect(kept).not.toContain(credentials.admin.token);
    expect(kept).not.toContain("bourse_admin_session");
    await page.reload();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("Admin token").waitFor();
    await page.reload();
    await page.getByLabel("Admin token").waitFor();
    expect(window.faults).toEqual([]);
    await window.close();
  });

  it("shows its first section at its own address, and nothing at an unknown one", async () => {
    const window = await opened("");
    const { page } = window;
    await page.getByRole("heading", { level: 1, name: "Markets" }).waitFor();
    const first = page.getByRole("navigation", { name: "Desk" }).getByText("Markets");
    expect(await first.getAttribute("aria-current")).toBe("page");
    expect(await page.getByLabel("Section", { exact: true }).inputValue()).toBe("markets");
    await window.follow("/desk/no-such-section");
    await page.getByRole("link", { name: "Go to the first one" }).click();
    await page.getByRole("heading", { level: 1, name: "Markets" }).waitFor();
    expect(window.faults).toEqual([]);
    await window.close();
  });

  it("says what is wrong with a token", async () => {
    const window = await terminal.open("/desk/markets");
    await window.page.getByLabel("Admin token").fill("not-a-token-of-this-exchange");
    await window.page.getByRole("button", { name: "Sign in" }).click();
    await window.page.getByText(/token is missing, wrong or expired/).waitFor();
    await window.close();
  });

  it("halts a market, which the trade page says, and resumes it", async () => {
    const window = await opened("markets");
    const trade = await terminal.open("/trade/usdt-futures/BTCUSDT");
    const { page } = window;
    await expectAccessible(page);
    await page.getByRole("button", { name: "Halt BTCUSDT usdt futures" }).click();
    await expectAccessible(page);
    await doAct(page, "Halt BTCUSDT usdt futures");
    await page.getByRole("button", { name: "Resume BTCUSDT usdt futures" }).waitFor();
    await trade.page.reload();
    await trade.page.getByText(/^Trading is halted or restricted/).waitFor();
    await page.getByRole("button", { name: "Resume BTCUSDT usdt futures" }).click();
    await doAct(page, "Resume BTCUSDT usdt futures");
    await trade.page.reload();
    await trade.page.getByText(/^Trading is halted/).waitFor({ state: "detached" });
    expect(window.faults).toEqual([]);
    await window.close();
    await trade.close();
  });

  it("shows what a change of terms will do, and journals it with its reason", async () => {
    const window = await opened("markets/live/usdt_futures/ETHUSDT");
    const { page } = window;
    await page.getByRole("button", { name: "Change order limits" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Smallest size").fill("x");
    await dialog.getByText("Write a number such as 0.25").waitFor();
    await dialog.getByLabel("Smallest size").fill("0.05");
    await dialog.getByRole("button", { name: "Review" }).click();
    await page.getByText("Smallest size: 0.01 → 0.05").waitFor();
    await doAct(page, "Change order limits");
    await page.getByText("Order limits of ETHUSDT changed").waitFor();
    await page.getByRole("region", { name: "Order limits" }).getByText("0.05").first().waitFor();
    const answer = await adminRequest(credentials, "GET", "/acts?limit=1");
    const { acts } = (await answer.json()) as { acts: readonly object[] };
    expect(acts).toMatchObject([
      { actor: "root", command: "set_order_limits", reason: "ticket 4711: Gebühr" },
    ]);
    expect(window.faults).toEqual([]);
    await window.close();
  });

  it("does not halt all markets before the name is repeated, and asks back", async () => {
    const window = await opened("markets");
    const { page } = window;
    await page.getByLabel("Realm of all markets").selectOption("demo");
    await page.getByRole("button", { name: "Change all markets" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Reason").fill("drill");
    const send = dialog.getByRole("button", { name: /^Change all markets of/ });
    expect(await send.isDisabled()).toBe(true);
    await dialog.getByLabel(/to go on$/).fill("ALL DEMO MARKETS");
    await send.click();
    await dialog.getByText("Nothing has been done yet.", { exact: false }).waitFor();
    await dialog.getByText("Change of the insurance funds").waitFor();
    await expectAccessible(page);
    await window.screenshot("desk-confirmation");
    await dialog.getByRole("button", { name: "Confirm the effect" }).click();
    await page.getByText(/markets changed to halted$/).waitFor();
    await window.close();
  });
});

type BrowserKept = {
  readonly localStorage: object;
  readonly sessionStorage: object;
  readonly document: { readonly cookie: string };
};
