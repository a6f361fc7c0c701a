import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { expectAccessible } from "./support/accessibility.ts";
import { useTerminal } from "./support/use-terminal.ts";

const terminal = useTerminal("ticket");

async function continueAs(page: Page, user: "classic" | "unified"): Promise<void> {
  const card = page.getByRole("complementary", { name: "Start here" });
  await card.getByRole("button", { name: user }).click();
  await page.getByRole("tab", { name: /^Positions/ }).waitFor();
}

function ticketOf(page: Page): Locator {
  return page.getByRole("region", { name: /^Order ticket of/ });
}

async function figure(ticket: Locator, name: string): Promise<string> {
  const row = ticket.locator(".ticket-preview > div").filter({ hasText: name });
  return (await row.locator("dd").textContent()) ?? "";
}

it("calculates without an account, with leverage and margin mode that are chosen", async () => {
  const window = await terminal.open("/trade/usdt-futures/BTCUSDT");
  const { page } = window;
  const ticket = ticketOf(page);
  await ticket.getByLabel("Price", { exact: true }).fill("60000");
  await ticket.getByLabel("Size", { exact: true }).fill("0.1");
  await eventually("margin at 20×", async () => (await figure(ticket, "Margin")) === "300 USDT");
  await ticket.getByRole("button", { name: "Crossed · 20× · One-way" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Isolated" }).click();
  await dialog.getByRole("textbox", { name: "Leverage" }).fill("10");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await ticket.getByRole("button", { name: "Isolated · 10× · One-way" }).waitFor();
  await eventually("margin at 10×", async () => (await figure(ticket, "Margin")) === "600 USDT");
  const liquidation = (await figure(ticket, "Liquidation")).replaceAll(/[^0-9.]/g, "");
  // (60000 − 6000) ÷ (1 − 0.004 − 0.0006), on the step below.
  expect(Number(liquidation)).toBe(54_249.5);
  await ticket.getByRole("button", { name: "Start trading" }).waitFor();
  await window.screenshot("ticket-calculator");
  expect(window.faults).toEqual([]);
  await window.close();
});

it("takes over prices of the market, and sizes from the slider", async () => {
  const window = await terminal.open("/trade/usdt-futures/BTCUSDT");
  const { page } = window;
  await continueAs(page, "classic");
  const ticket = ticketOf(page);
  const price = ticket.getByLabel("Price", { exact: true });
  const size = ticket.getByLabel("Size", { exact: true });
  await eventually("a first price", async () => Number(await price.inputValue()) > 0);
  const taken = async (name: string): Promise<number> => {
    await price.fill("");
    await ticket.getByRole("button", { name, exact: true }).click();
    return Number(await price.inputValue());
  };
  for (const name of ["Bid", "Mid", "Ask", "Last"]) expect(await taken(name)).toBeGreaterThan(0);
  const slider = ticket.getByRole("slider", { name: /^Part of the largest size/ });
  await slider.focus();
  await slider.press("End");
  await eventually("the largest size", async () => Number(await size.inputValue()) > 0);
  expect(await slider.inputValue()).toBe("100");
  await size.fill("0.5");
  expect(await slider.inputValue()).toBe("0");
  await slider.focus();
  await slider.press("ArrowRight");
  await eventually("a hundredth", async () => (await size.inputValue()) !== "0.5");
  expect(await slider.inputValue()).toBe("1");
  await window.screenshot("ticket-slider");
  await expectAccessible(page);
  await ticket.getByRole("radio", { name: "Trigger" }).click();
  await ticket.getByLabel("Trigger price").fill("40000");
  await size.fill("0.04");
  await ticket.getByRole("button", { name: /^Buy BTC/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: / now$/ }).click();
  await page.getByText("Trigger order in BTCUSDT placed: it waits for 40000 USDT").waitFor();
  expect(window.faults).toEqual([]);
  await window.close();
});

it("sends nothing in a market whose margin mode and leverage are not loaded", async () => {
  const window = await terminal.open("/trade/usdt-futures/BTCUSDT");
  const { page } = window;
  await continueAs(page, "classic");
  const ticket = ticketOf(page);
  await ticket.getByRole("button", { name: "Crossed · 20× · One-way" }).waitFor();
  const busy = { code: "40015", msg: "System is abnormal", requestTime: 0, data: null };
  await page.route("**/mix/account/account?*", (route) =>
    route.fulfill({ status: 503, json: busy }),
  );
  await window.follow("/trade/usdt-futures/ETHUSDT");
  const loading = ticket.getByRole("button", { name: "Loading margin and leverage" });
  await loading.waitFor();
  await ticket.getByRole("radio", { name: "Market" }).click();
  await ticket.getByLabel("Size", { exact: true }).fill("1");
  expect(await ticket.getByRole("button", { name: "Buy ETH" }).isDisabled()).toBe(true);
  await page.unroute("**/mix/account/account?*");
  await loading.waitFor({ state: "detached" });
  expect(await ticket.getByRole("button", { name: "Buy ETH" }).isEnabled()).toBe(true);
  await window.close();
});

it("follows a leverage that another program of the account sets", async () => {
  const window = await terminal.open("/trade/usdt-futures/BTCUSDT");
  const { page } = window;
  await continueAs(page, "unified");
  const ticket = ticketOf(page);
  await ticket.getByRole("button", { name: "Crossed · 20× · One-way" }).waitFor();
  const setLeverage = (leverage: string): Promise<void> =>
    page.evaluate(async (value) => {
      const headers = { "content-type": "application/json", "x-bourse-terminal": "1" };
      const terms = { category: "USDT-FUTURES", symbol: "BTCUSDT", leverage: value };
      const body = JSON.stringify(terms);
      await fetch("/api/v3/account/set-leverage", { method: "POST", headers, body });
    }, leverage);
  await setLeverage("7");
  await ticket.getByRole("button", { name: "Crossed · 7× · One-way" }).waitFor();
  await setLeverage("20");
  await window.close();
});

it("has all of it in the sheet of the phone", async () => {
  const window = await terminal.open("/trade/usdt-futures/BTCUSDT", { screen: "phone" });
  const { page } = window;
  await page.getByRole("button", { name: "unified (unified account)" }).click();
  await page.getByText("No open positions").waitFor();
  await page.getByRole("button", { name: "Buy", exact: true }).click();
  const ticket = ticketOf(page);
  await ticket.getByRole("button", { name: "Mid", exact: true }).click();
  const slider = ticket.getByRole("slider", { name: /^Part of the largest size/ });
  await slider.press("End");
  const size = ticket.getByLabel("Size", { exact: true });
  await eventually("the largest size", async () => Number(await size.inputValue()) > 0);
  await window.screenshot("ticket-phone");
  await expectAccessible(page);
  expect(window.faults).toEqual([]);
  await window.close();
});

it("says where coin futures of a unified account are liquidated, with all its coins", async () => {
  const window = await terminal.open("/trade/coin-futures/BTCUSD");
  const { page } = window;
  await continueAs(page, "unified");
  const ticket = ticketOf(page);
  const size = ticket.getByLabel("Size", { exact: true });
  await ticket.getByRole("button", { name: "Mid", exact: true }).click();
  await ticket.getByRole("slider", { name: /^Part of the largest size/ }).press("End");
  await eventually("the largest size", async () => Number(await size.inputValue()) > 0);
  const liquidation = async (): Promise<number> =>
    Number((await figure(ticket, "Liquidation")).replaceAll(/[^0-9.]/g, ""));
  await eventually("a price of a large position", async () => (await liquidation()) > 0);
  const price = Number(await ticket.getByLabel("Price", { exact: true }).inputValue());
  const ofLarge = await liquidation();
  expect(ofLarge).toBeLessThan(price);
  await size.fill(String(Number(await size.inputValue()) / 2));
  await eventually("a farther one of half of it", async () => {
    const ofHalf = await liquidation();
    return ofHalf > 0 && ofHalf < ofLarge;
  });
  expect(window.faults).toEqual([]);
  await window.close();
});
