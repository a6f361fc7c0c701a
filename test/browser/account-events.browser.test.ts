/** What the trade page says when something happens to the account: lost answers, liquidations. */
import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import type { TerminalRequests, TerminalWindow } from "./support/terminal-browser.ts";
import { useTerminal } from "./support/use-terminal.ts";

const terminal = useTerminal("account-events");

/** Opens the page of BTCUSDT as a new unified user with 1,000 USDT. */
async function openAsNewUser(name: string): Promise<TerminalWindow> {
  const fund = async ({ get, post }: TerminalRequests): Promise<void> => {
    await post("/terminal/v1/sign-up", { name, password: "correct horse", accountKind: "unified" });
    const { session } = (await get("/terminal/v1/status")) as { session: { uid: string } };
    const money = { wallet: "unified", coin: "USDT", amount: "1000" };
    await terminal.exchange.adminAnswer("POST", `/users/${session.uid}/credits`, money);
  };
  const window = await terminal.open("/trade/usdt-futures/BTCUSDT", { before: fund });
  await window.page.getByRole("button", { name, exact: true }).waitFor();
  await window.page.getByText("No open positions").waitFor();
  return window;
}

function ticketOf(page: Page): Locator {
  return page.getByRole("region", { name: /^Order ticket of/ });
}

/** Buys at market, as far as the dialog that asks. */
async function buy(page: Page, size: string): Promise<void> {
  const ticket = ticketOf(page);
  await ticket.getByRole("radio", { name: "Market" }).click();
  await ticket.getByLabel("Size", { exact: true }).fill(size);
  await ticket.getByRole("button", { name: "Buy BTC" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Buy now" }).click();
}

it("an order whose answer is lost is said to be perhaps placed, and its size stays", async () => {
  const window = await openAsNewUser("lost-answer");
  const { page } = window;
  await page.route("**/api/v3/trade/place-order", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await buy(page, "0.01");
  await ticketOf(page).getByText("No answer came, and it may have been done").waitFor();
  expect(await ticketOf(page).getByLabel("Size", { exact: true }).inputValue()).toBe("0.01");
  const row = page.getByRole("row").filter({ hasText: "Long 20× crossed" });
  await row.getByText("0.01", { exact: true }).waitFor();
  await window.close();
});

it("exits that come with an order are shown at the position", async () => {
  const window = await openAsNewUser("exits");
  const { page } = window;
  await page.getByRole("checkbox", { name: "Take profit and stop loss" }).check();
  await ticketOf(page).getByLabel("Stop loss", { exact: true }).fill("30000");
  await buy(page, "0.01");
  const row = page.getByRole("row").filter({ hasText: "Long 20× crossed" });
  await row.getByText("– / 30,000.0 (0.01)").waitFor();
  await row.getByRole("button", { name: /^TP\/SL/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Orders have set exits of parts: – / 30,000.0 (0.01)").waitFor();
  await window.closeDialog();
  await row.getByRole("button", { name: /^Reverse/ }).click();
  await dialog.getByText("TP / SL that end with it").waitFor();
  await dialog.getByRole("button", { name: "Reverse to short" }).click();
  const reversed = page.getByRole("row").filter({ hasText: "Short 20× crossed" });
  await reversed.getByText("– / –", { exact: true }).waitFor();
  expect(window.faults).toEqual([]);
  await window.close();
});

it("a page of the other kind of account says so and is loaded again", async () => {
  const window = await openAsNewUser("switched");
  const { page } = window;
  await page.evaluate(async () => {
    const headers = { "content-type": "application/json", "x-bourse-terminal": "1" };
    await fetch("/api/v3/account/switch", { method: "POST", headers, body: "{}" });
  });
  await page.getByRole("alert").getByText("switched between classic and unified").waitFor();
  await page.getByRole("button", { name: "Load the page again" }).click();
  await page.getByRole("tab", { name: "Assets" }).click();
  await page.getByText("Futures equity").waitFor();
  await page.getByText("Total 1,000.00 USDT").waitFor();
  await window.close();
});

it("a liquidation is announced, and leads to what happened", async () => {
  const window = await openAsNewUser("liquidated");
  const { page } = window;
  await buy(page, "0.2");
  await page.getByRole("row").filter({ hasText: "Long 20× crossed" }).waitFor();
  const { exchange } = terminal;
  const answer = await fetch(
    `${terminal.baseUrl}/api/v3/market/tickers?category=USDT-FUTURES&symbol=BTCUSDT`,
  );
  const { data } = (await answer.json()) as { data: readonly { readonly indexPrice: string }[] };
  const price = (Number(data[0]?.indexPrice) * 0.92).toFixed(1);
  const contract = { realm: "live", category: "usdt_futures", symbol: "BTCUSDT" };
  await exchange.adminAnswer("PUT", "/index-prices", { ...contract, price });
  const messages = page.getByRole("log", { name: "Messages" });
  await messages.getByText("This account was liquidated").waitFor();
  await messages.getByRole("button", { name: "Show" }).click();
  await page.getByRole("table", { name: "Liquidations" }).getByText("Unified").waitFor();
  await window.screenshot("liquidated");
  expect(window.faults).toEqual([]);
  await window.close();
});
