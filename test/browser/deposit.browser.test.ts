import { expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { expectAccessible } from "./support/accessibility.ts";
import type { TerminalWindow } from "./support/terminal-browser.ts";
import { useTerminal } from "./support/use-terminal.ts";

/** Chain whose addresses have a tag. */
const XRP = { coin: "XRP", chain: "XRP" } as const;

/** Confirmations that no chain reaches while a test runs: a block takes two seconds. */
const FAR = 1_000;

const terminal = useTerminal("deposit", { flags: ["--no-agents"] });

/** Opens the page of deposits as a ready-made user. */
async function opened(name: "classic" | "unified"): Promise<TerminalWindow> {
  const window = await terminal.openAs(name, "/account/deposit");
  await window.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  return window;
}

function uidOf(name: string): string {
  const user = terminal.exchange.credentials.users.find((one) => one.name === name);
  if (user === undefined) throw new Error(`the exchange has a user ${name}`);
  return user.uid;
}

type Arrived = { readonly address: string; readonly tag: string };

it.each(["classic", "unified"] as const)(
  "a %s user sees address and tag, and a payment that is confirmed",
  async (name) => {
    await terminal.exchange.admin("PUT", "/chains", { ...XRP, depositConfirmations: FAR });
    const window = await opened(name);
    const { page } = window;
    await page.getByText("No deposits yet").waitFor();
    await page.getByLabel("Coin", { exact: true }).selectOption("XRP");
    await page.getByText("a payment without it is not credited").waitFor();
    await page.getByText(`credited after ${FAR} confirmations`).waitFor();
    const path = `/users/${uidOf(name)}/deposits`;
    const paid = await terminal.exchange.adminAnswer<Arrived>("POST", path, {
      ...XRP,
      amount: "25",
    });
    const address = page.locator('[data-part="address"]');
    expect(await address.textContent()).toBe(paid.address);
    for (const part of ["address", "tag"] as const) {
      await page.getByRole("button", { name: `Copy ${part}` }).click();
      await page.getByText(new RegExp(`^${part} copied$`, "i")).waitFor();
      expect(await page.evaluate("navigator.clipboard.readText()")).toBe(paid[part]);
    }
    const row = page.getByRole("row").filter({ hasText: "XRP" });
    await row.getByText("pending").waitFor();
    const counted = async (): Promise<number> => {
      const text = (await row.getByText(`of ${FAR}`).textContent()) ?? "";
      return Number(text.split(" ")[0]);
    };
    const first = await counted();
    await eventually("more confirmations", async () => (await counted()) > first);
    await expectAccessible(page);
    await window.screenshot(`deposit-pending-${name}`);
    await terminal.exchange.admin("PUT", "/chains", { ...XRP, depositConfirmations: 1 });
    await row.getByText("success").waitFor();
    await page.reload();
    await row.getByText(/^\d+ of 1$/).waitFor();
    await page.getByRole("link", { name: "Overview" }).click();
    await page.getByRole("row").filter({ hasText: "XRP" }).getByText("25").first().waitFor();
    expect(window.faults).toEqual([]);
    await window.close();
  },
);

it("a chain that is closed for deposits gives no address", async () => {
  await terminal.exchange.admin("PUT", "/chains", { ...XRP, isRechargeable: false });
  const window = await opened("classic");
  const { page } = window;
  await page.getByLabel("Coin", { exact: true }).selectOption("XRP");
  await page.getByText("Deposits of this coin are closed on this chain").waitFor();
  expect(await page.locator('[data-part="address"]').count()).toBe(0);
  await page.getByLabel("Coin", { exact: true }).selectOption("BTC");
  await page.locator('[data-part="address"]').waitFor();
  expect(window.faults).toEqual([]);
  await window.close();
});
