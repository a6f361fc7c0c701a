import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ExchangeProcess } from "../conformance/support/exchange-process.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { startExchange } from "./support/browser-exchange.ts";
import { launchBrowser, TerminalWindow } from "./support/terminal-browser.ts";

let browser: Browser;
let exchange: ExchangeProcess;

beforeAll(async () => {
  browser = await launchBrowser();
  exchange = await startExchange(temporaryDirectory("browser"), { flags: [] });
});

afterAll(async () => {
  await browser.close();
  await exchange.kill();
});

it("the root page shows the first market with moving figures", async () => {
  const window = await TerminalWindow.open(browser, exchange.address.baseUrl);
  const statistics = window.page.getByLabel("Statistics of BTCUSDT");
  await statistics.getByText("Mark").waitFor();
  await window.page.getByText("Connected").waitFor();
  await window.screenshot("trade-desktop-dark");
  expect(window.faults).toEqual([]);
  await window.close();
});
