/** Barriers that axe finds in markets, users and ledger of the desk, in both themes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Credentials } from "../../src/main/credentials.ts";
import type { ExchangeProcess } from "../conformance/support/exchange-process.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { expectAccessible } from "./support/accessibility.ts";
import { startExchange } from "./support/browser-exchange.ts";
import { openDesk } from "./support/desk-window.ts";
import { launchBrowser } from "./support/terminal-browser.ts";

let browser: Browser;
let exchange: ExchangeProcess;
let credentials: Credentials;

beforeAll(async () => {
  browser = await launchBrowser();
  const dataDir = temporaryDirectory("desk-accessibility");
  exchange = await startExchange(dataDir, { flags: [] });
  credentials = JSON.parse(readFileSync(join(dataDir, "credentials.json"), "utf8")) as Credentials;
});

afterAll(async () => {
  await browser.close();
  await exchange.kill();
});

function opened(section: string, screen: "desktop" | "phone" = "desktop") {
  const { admin, baseUrl } = credentials;
  return openDesk(browser, { baseUrl, section, token: admin.token }, { screen });
}

/** Addresses below the desk; `UID` stands for the classic user. */
const PAGES = [
  ...["markets", "markets/listing", "markets/fees", "markets/live/usdt_futures/BTCUSDT"],
  ...["users", "users/UID", "users/UID/balances", "users/UID/open", "users/UID/keys"],
  ...["users/UID/subs", "users/UID/corrections", "ledger", "ledger/UID"],
];

it("markets, users and ledger have no barriers in both themes", async () => {
  const uid = credentials.users[0]?.uid ?? "";
  const window = await opened("markets");
  const { page } = window;
  for (const path of PAGES) {
    await page.goto(`${credentials.baseUrl}/desk/${path.replace("UID", uid)}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.getByText("Loading…").first().waitFor({ state: "detached" });
    await expectAccessible(page);
    await page.getByRole("button", { name: /^Use the (dark|light) theme$/ }).click();
    await expectAccessible(page);
  }
  expect(window.faults).toEqual([]);
  await window.close();
});

it.each(["users/UID", "users/UID/keys", "ledger/UID"])("fits a phone: %s", async (path) => {
  const uid = credentials.users[0]?.uid ?? "";
  const section = path.replace("UID", uid);
  const window = await opened(section, "phone");
  await window.page.getByRole("heading", { level: 1 }).waitFor();
  await window.page.getByText("Loading…").first().waitFor({ state: "detached" });
  const width = await window.page.evaluate(() => {
    const page = globalThis as unknown as {
      document: { documentElement: { scrollWidth: number } };
    };
    return page.document.documentElement.scrollWidth;
  });
  expect(width).toBeLessThanOrEqual(390);
  await window.close();
});
