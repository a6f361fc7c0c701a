import { readFile } from "node:fs/promises";
import type { Locator } from "playwright-core";
import { expect, it } from "vitest";
import type { TerminalWindow } from "./support/terminal-browser.ts";
import { useTerminal } from "./support/use-terminal.ts";

/** Ends a step of a test that cannot succeed. */
const HANGING_MS = 20_000;

const terminal = useTerminal("account-tabs");

type Tickers = { readonly data: readonly { readonly lastPrice: string }[] };

/** Opens the trade screen as the ready-made unified user. */
async function openSignedIn(screen: "desktop" | "phone"): Promise<TerminalWindow> {
  const window = await terminal.open("/", { screen });
  window.page.setDefaultTimeout(HANGING_MS);
  await window.page
    .getByRole("region", { name: "Account" })
    .getByText(/^unified \(/)
    .click();
  await window.page.getByRole("tab", { name: /^Positions/ }).waitFor();
  // Fills are announced from when the page has loaded the account.
  await window.page.getByText("Refreshing, figures may be old").waitFor({ state: "hidden" });
  return window;
}

function tab(window: TerminalWindow, name: RegExp): Locator {
  return window.page.getByRole("tab", { name });
}

/** Places an order in BTCUSDT futures with the session of the page; the factor is of the last price. */
async function place(
  { page }: TerminalWindow,
  order: { readonly type: "limit" | "market"; readonly factor?: number },
): Promise<void> {
  const answer = await page.evaluate(async ({ factor = 1, type }) => {
    const headers = { "content-type": "application/json", "x-bourse-terminal": "1" };
    const query = "category=USDT-FUTURES&symbol=BTCUSDT";
    const found = (await (await fetch(`/api/v3/market/tickers?${query}`)).json()) as Tickers;
    const price = Math.round(Number(found.data[0]?.lastPrice) * factor).toString();
    const terms =
      type === "limit" ? { orderType: type, price, timeInForce: "gtc" } : { orderType: type };
    const body = JSON.stringify({
      ...{ category: "USDT-FUTURES", symbol: "BTCUSDT", side: "buy", qty: "0.01", ...terms },
      clientOid: `test-${Date.now()}-${Math.random().toString(36).slice(2)}`,
    });
    return (await fetch("/api/v3/trade/place-order", { method: "POST", headers, body })).json();
  }, order);
  expect(answer).toMatchObject({ code: "00000" });
}

it("without a session the tabs say how to start, and start", async () => {
  const window = await terminal.open();
  const account = window.page.getByRole("region", { name: "Account" });
  await account.getByText("You are not signed in").waitFor();
  await account.getByText(/^unified \(/).click();
  await account.getByText("No open positions").waitFor();
  expect(window.faults).toEqual([]);
  await window.close();
});

it("a waiting order is changed in place, has a story and is cancelled", async () => {
  const window = await openSignedIn("desktop");
  const { page } = window;
  await tab(window, /^Open orders/).click();
  await place(window, { type: "limit", factor: 0.8 });
  const size = page.getByRole("button", { name: /^Edit size/ });
  await size.focus();
  await page.keyboard.press("F2");
  await page.keyboard.type("0.00001");
  await page.keyboard.press("Enter");
  await page.getByText("The size must be a multiple of").waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Enter");
  await page.keyboard.type("0.02");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /^Edit size.* 0\.02$/ }).waitFor();
  await window.screenshot("account-tabs-orders");
  await page.getByRole("button", { name: /^Story of the order/ }).click();
  await page.getByText("Amended").waitFor();
  await window.screenshot("account-tabs-story");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Cancel all of BTCUSDT" }).click();
  await page.getByRole("button", { name: "Cancel 1 order" }).click();
  await page.getByText("No open orders").waitFor();
  await tab(window, /^Order history/).click();
  await page.getByRole("cell", { name: "Cancelled", exact: false }).first().waitFor();
  await window.screenshot("account-tabs-history");
  expect(window.faults).toEqual([]);
  await window.close();
});

it("a position gets exits, is closed in part and then closed", async () => {
  const window = await openSignedIn("desktop");
  const { page } = window;
  await place(window, { type: "market" });
  const announced = page.getByLabel("Fills and closed orders");
  // The order may take several levels, each a fill of its own.
  await announced.getByText(/Bought [\d.]+ BTCUSDT/).waitFor({ state: "attached" });
  await page.getByRole("button", { name: "TP/SL of the long in BTCUSDT" }).click();
  await page.getByLabel("Take profit", { exact: true }).fill("900000");
  await page.getByLabel("Stop loss", { exact: true }).fill("1000");
  await page.getByRole("button", { name: "Set exits" }).click();
  await page.getByRole("cell", { name: "900,000.0 / 1,000.0" }).waitFor();
  await window.screenshot("account-tabs-positions");
  await page.getByRole("button", { name: "Close the long in BTCUSDT" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "50%" }).click();
  await page.getByRole("button", { name: "Close at market" }).click();
  await page.getByRole("cell", { name: "0.005", exact: true }).waitFor();
  await page.getByRole("button", { name: "Close all" }).click();
  await page.getByRole("button", { name: "Close 1 position" }).click();
  await page.getByText("No open positions").waitFor();
  await tab(window, /^Assets/).click();
  await page.getByRole("cell", { name: "USDT", exact: true }).first().waitFor();
  await window.screenshot("account-tabs-assets");
  expect(window.faults).toEqual([]);
  await window.close();
});

it("fills are saved as a file", async () => {
  const window = await openSignedIn("desktop");
  const { page } = window;
  await tab(window, /^Fills/).click();
  await page.getByRole("cell", { name: "Taker" }).first().waitFor();
  const started = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const text = await readFile(await (await started).path(), "utf8");
  expect(text).toMatch(/^Market,Time,Side,Role,Price,Size,Value,Fee,Realised,Order\r\nBTCUSDT,/);
  await tab(window, /^Bills/).click();
  await page.getByRole("table", { name: "Bills" }).getByRole("cell").first().waitFor();
  await window.screenshot("account-tabs-bills");
  expect(window.faults).toEqual([]);
  await window.close();
});

it("a phone shows cards that fit its width", async () => {
  const window = await openSignedIn("phone");
  const { page } = window;
  await place(window, { type: "limit", factor: 0.8 });
  await tab(window, /^Open orders/).click();
  await page
    .getByRole("button", { name: /^Edit price/ })
    .first()
    .waitFor();
  await window.screenshot("account-tabs-phone");
  const panel = page.locator("#account-panel");
  expect(await panel.evaluate(({ scrollWidth }) => scrollWidth)).toBeLessThanOrEqual(390);
  expect(window.faults).toEqual([]);
  await window.close();
});
