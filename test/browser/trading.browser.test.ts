import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { expectAccessible } from "./support/accessibility.ts";
import type { OpenOptions, TerminalWindow } from "./support/terminal-browser.ts";
import { useTerminal } from "./support/use-terminal.ts";

/** Step in which the pointer looks for a line of the chart, px: less than the reach of a line. */
const LOOK_PX = 4;

const NO_BOX = { x: 0, y: 0, height: 0 };

// One test ends the exchange and starts it again.
const terminal = useTerminal("trading", { isOnDisk: true });

/** Opens a page with the session of a ready-made user. */
async function openAs(
  user: "classic" | "unified",
  { path = "/", ...options }: OpenOptions & { readonly path?: string } = {},
): Promise<TerminalWindow> {
  const window = await terminal.openAs(user, path, options);
  await window.page.getByRole("tab", { name: /^Positions/ }).waitFor();
  return window;
}

function ticketOf(page: Page): Locator {
  return page.getByRole("region", { name: /^Order ticket of/ });
}

/** Sends the order of the ticket and confirms it. */
async function send(page: Page, name: RegExp): Promise<void> {
  await ticketOf(page).getByRole("button", { name }).click();
  await page.getByRole("dialog").getByRole("button", { name: / now$/ }).click();
  await eventually("no dialog", async () => (await page.getByRole("dialog").count()) === 0);
}

type Row = Readonly<Record<string, string>>;

/** Places a limit order with the session of the page. */
async function placed(page: Page, order: Row): Promise<void> {
  const answer = await page.evaluate<{ code: string }, Row>(
    async (body) => {
      const headers = { "content-type": "application/json", "x-bourse-terminal": "1" };
      const init = { method: "POST", headers, body: JSON.stringify(body) };
      return (await fetch("/api/v3/trade/place-order", init)).json() as Promise<{ code: string }>;
    },
    { ...order, orderType: "limit", timeInForce: "gtc" },
  );
  expect(answer.code).toBe("00000");
}

/** What the API says to the session of the page. */
function asked(page: Page, path: string): Promise<readonly Row[]> {
  return page.evaluate<readonly Row[], string>(async (url) => {
    const answer = await fetch(url, { headers: { "x-bourse-terminal": "1" } });
    const { data } = (await answer.json()) as { data: { list?: readonly Row[] | null } | Row[] };
    return Array.isArray(data) ? data : (data.list ?? []);
  }, path);
}

const OPEN_ORDERS = "/api/v3/trade/unfilled-orders?category=USDT-FUTURES";
const OPEN_ON_SPOT = "/api/v3/trade/unfilled-orders?category=SPOT";
const POSITIONS = "/api/v3/position/current-position?category=USDT-FUTURES";

describe("the ticket", () => {
  it("leads from the first visit to the first fill", async () => {
    const window = await terminal.open();
    const { page } = window;
    const card = page.getByRole("complementary", { name: "Start here" });
    await card.getByRole("button", { name: "unified" }).click();
    await page.getByRole("tab", { name: /^Positions/ }).waitFor();
    const ticket = ticketOf(page);
    await ticket.getByRole("radio", { name: "Market" }).click();
    await ticket.getByLabel("Size", { exact: true }).fill("0.01");
    await send(page, /^Buy BTC/);
    await page.getByRole("cell", { name: /^Long 20× crossed/ }).waitFor();
    const [position] = await asked(page, POSITIONS);
    expect(position).toMatchObject({ symbol: "BTCUSDT", posSide: "long", total: "0.01" });
    await expectAccessible(page);
    await window.screenshot("trading-first-fill");
    expect(window.faults).toEqual([]);
    await window.close();
  });

  it("sends every type of order as it is written", async () => {
    const window = await openAs("unified");
    const { page } = window;
    const ticket = ticketOf(page);
    const size = ticket.getByLabel("Size", { exact: true });
    const price = ticket.getByLabel("Price", { exact: true });
    await size.fill("0.02");
    await price.fill("50000");
    await ticket.getByLabel("Time in force").selectOption("post_only");
    await ticket.getByRole("checkbox", { name: /Take profit/ }).check();
    await ticket.getByRole("radio", { name: "Per cent" }).click();
    await ticket.getByLabel("Take profit", { exact: true }).fill("10");
    await ticket.getByLabel("Stop loss", { exact: true }).fill("5");
    await send(page, /^Buy BTC/);
    await page.getByRole("tab", { name: "Open orders1" }).waitFor();
    const [order] = await asked(page, OPEN_ORDERS);
    expect(order).toMatchObject({
      ...{ price: "50000", qty: "0.02", side: "buy", timeInForce: "post_only" },
      ...{ takeProfit: "55000", stopLoss: "47500" },
    });
    await ticket.getByRole("checkbox", { name: /Take profit/ }).uncheck();
    // Fill or kill far from the market: the order is cancelled at once.
    await size.fill("0.03");
    await ticket.getByLabel("Time in force").selectOption("fok");
    await send(page, /^Buy BTC/);
    await ticket.getByRole("radio", { name: "Trigger" }).click();
    await ticket.getByLabel("Trigger price").fill("40000");
    await ticket.getByLabel("Triggered by").selectOption("mark");
    await size.fill("0.04");
    await ticket.getByRole("radio", { name: "Sell" }).click();
    await send(page, /^Sell BTC/);
    await page.getByRole("tab", { name: "Trigger orders1" }).waitFor();
    await page.getByRole("tab", { name: "Order history" }).click();
    await page.getByRole("cell", { name: "Cancelled", exact: false }).first().waitFor();
    expect(await asked(page, OPEN_ORDERS)).toHaveLength(1);
    expect(window.faults).toEqual([]);
    await window.close();
  });

  it("says at its field what is wrong, and what the exchange refuses", async () => {
    const window = await openAs("classic", { path: "/trade/spot/BTCUSDT" });
    const { page } = window;
    const ticket = ticketOf(page);
    const size = ticket.getByLabel("Size", { exact: true });
    await ticket.getByLabel("Price", { exact: true }).fill("50000.001");
    await ticket.getByText("The price must be a multiple of 0.01").waitFor();
    await ticket.getByLabel("Price", { exact: true }).fill("50000");
    await size.fill("x");
    await ticket.getByText("Write a size, such as 0.25").waitFor();
    expect(await ticket.getByRole("button", { name: "Buy BTC" }).isDisabled()).toBe(true);
    await size.fill("1000");
    await send(page, /^Buy BTC/);
    await ticket.getByText(/balance/i).waitFor();
    // A market buy is an amount of the quote coin: what is paid is what was written.
    await ticket.getByRole("radio", { name: "Market" }).click();
    await size.fill("100");
    await ticket.getByText("USDT", { exact: false }).first().waitFor();
    await send(page, /^Buy BTC/);
    await eventually("100 USDT paid", async () => {
      const [bought] = await asked(page, "/api/v2/spot/trade/history-orders?symbol=BTCUSDT");
      const paid = Number(bought?.["quoteVolume"]);
      return paid > 99 && paid <= 100;
    });
    await ticket.getByRole("radio", { name: "Limit" }).click();
    await size.fill("0.01");
    await ticket.getByLabel("Funds").selectOption("crossed");
    await ticket.getByLabel("Borrow what is missing").check();
    await window.screenshot("trading-margin");
    await expectAccessible(page);
    await window.close();
  });

  it("says that a market is halted", async () => {
    const name = { realm: "live", category: "spot", symbol: "ETHUSDT" };
    await terminal.exchange.admin("PUT", "/instruments/status", { ...name, status: "halted" });
    const window = await openAs("unified", { path: "/trade/spot/ETHUSDT" });
    await ticketOf(window.page).getByText("ETHUSDT takes no orders").waitFor();
    await terminal.exchange.admin("PUT", "/instruments/status", { ...name, status: "online" });
    await window.close();
  });
});

/** Moves the pointer until it is over a line of the chart that can be moved. */
async function pointAtLine(page: Page): Promise<{ left: number; height: number }> {
  const { height: tall, x, y } = (await page.locator(".chart-place").boundingBox()) ?? NO_BOX;
  const left = x + 200;
  let height = y;
  await eventually("the pointer over the line", async () => {
    height = height + LOOK_PX < y + tall ? height + LOOK_PX : y;
    await page.mouse.move(left, height);
    return (await page.locator(".chart-place.over-line").count()) === 1;
  });
  return { left, height };
}

describe("the chart", () => {
  it("amends an order whose line is dragged, and whose price is written", async () => {
    const window = await openAs("unified", { path: "/trade/usdt-futures/ETHUSDT" });
    const { page } = window;
    const ticket = ticketOf(page);
    const last = Number((await ticket.getByLabel("Price", { exact: true }).inputValue()) || "0");
    await ticket.getByLabel("Price", { exact: true }).fill((last * 0.998).toFixed(1));
    await ticket.getByLabel("Size", { exact: true }).fill("0.1");
    await send(page, /^Buy ETH/);
    const orders = async (): Promise<readonly Row[]> =>
      (await asked(page, OPEN_ORDERS)).filter(({ symbol }) => symbol === "ETHUSDT");
    await eventually("an open order", async () => (await orders()).length === 1);
    const [before] = await orders();
    const { height, left } = await pointAtLine(page);
    await page.mouse.down();
    await page.mouse.move(left, height + 20, { steps: 4 });
    await page.mouse.move(left, height + 40, { steps: 4 });
    await window.screenshot("trading-drag");
    await page.mouse.up();
    await page.getByText(/moved to/).waitFor();
    const [dragged] = await orders();
    expect(Number(dragged?.["price"])).toBeLessThan(Number(before?.["price"]));
    await page.getByRole("button", { name: "Edit lines" }).click();
    const field = page.getByRole("dialog").getByRole("textbox", { name: "Buy 0.1" });
    const written = (last * 0.99).toFixed(1);
    await field.fill(written);
    await expectAccessible(page);
    await field.press("Enter");
    await eventually("the written price", async () => {
      const [order] = await orders();
      return Number(order?.["price"]) === Number(written);
    });
    expect(window.faults).toEqual([]);
    await window.close();
  });

  it("amends an order whose line a finger drags, while the page stays where it is", async () => {
    const window = await openAs("unified", { path: "/trade/spot/SOLUSDT", screen: "phone" });
    const { page } = window;
    const [ticker] = await asked(page, "/api/v3/market/tickers?category=SPOT&symbol=SOLUSDT");
    const price = (Number(ticker?.["lastPrice"]) * 0.998).toFixed(2);
    await placed(page, { category: "SPOT", symbol: "SOLUSDT", side: "buy", qty: "1", price });
    const orders = () => asked(page, "/api/v3/trade/unfilled-orders?category=SPOT&symbol=SOLUSDT");
    const { height, left } = await pointAtLine(page);
    const finger = await page.context().newCDPSession(page);
    const touch = (type: string, down: number) =>
      finger.send("Input.dispatchTouchEvent", {
        type: type as "touchStart",
        touchPoints: type === "touchEnd" ? [] : [{ x: left, y: height + down }],
      });
    await touch("touchStart", 8);
    for (const down of [16, 24, 32, 40, 48]) await touch("touchMove", down);
    await touch("touchEnd", 48);
    await page.getByText(/moved to/).waitFor();
    const [dragged] = await orders();
    expect(Number(dragged?.["price"])).toBeLessThan(Number(price));
    expect(await page.evaluate<number>("scrollY")).toBe(0);
    expect(window.faults).toEqual([]);
    await window.close();
  });
});

describe("a lost exchange", () => {
  it("is said, and the page shows the same as the API when it is back", async () => {
    const window = await openAs("unified");
    const { page } = window;
    const status = page.getByRole("contentinfo");
    await status.getByText("Connected").waitFor();
    await terminal.exchange.kill();
    await status.getByText("Connection lost, reconnecting").waitFor();
    await window.screenshot("trading-lost");
    await terminal.restartExchange();
    await status.getByText("Connected").waitFor();
    await page.getByRole("tab", { name: /^Positions/ }).click();
    const isShown = async (name: string): Promise<boolean> =>
      (await page.getByRole("tab", { name, exact: true }).count()) === 1;
    // The market trades on: each look compares the page with what the API says then.
    await eventually("the positions of the API", async () => {
      const held = (await asked(page, POSITIONS)).filter(({ total }) => Number(total) > 0);
      return held.length > 0 && (await isShown(`Positions${held.length}`));
    });
    await eventually("the orders of the API", async () => {
      const open = [...(await asked(page, OPEN_ORDERS)), ...(await asked(page, OPEN_ON_SPOT))];
      return isShown(`Open orders${open.length}`);
    });
    await page
      .getByRole("region", { name: "Order book of BTCUSDT" })
      .getByText("Order book: Live")
      .waitFor();
    await window.close();
  });
});
