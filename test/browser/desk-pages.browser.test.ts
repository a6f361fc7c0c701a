/** Every page of the desk in both sizes and themes: a screenshot, its width, and what axe finds. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Credentials } from "../../src/main/credentials.ts";
import type { ExchangeProcess } from "../conformance/support/exchange-process.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { startExchange } from "./support/browser-exchange.ts";
import { openDesk } from "./support/desk-window.ts";
import { PageReview } from "./support/page-review.ts";
import { launchBrowser } from "./support/terminal-browser.ts";

let browser: Browser;
let exchange: ExchangeProcess;
let credentials: Credentials;

beforeAll(async () => {
  browser = await launchBrowser();
  const dataDir = temporaryDirectory("desk-pages");
  exchange = await startExchange(dataDir, { flags: [] });
  credentials = JSON.parse(readFileSync(join(dataDir, "credentials.json"), "utf8")) as Credentials;
});

afterAll(async () => {
  await browser.close();
  await exchange.kill();
});

/** Addresses below the desk; `UID` stands for the classic user. */
const PAGES = [
  ...["markets", "markets/listing", "markets/fees", "markets/live/usdt_futures/BTCUSDT"],
  ...["users", "users/UID", "users/UID/balances", "users/UID/open", "users/UID/keys"],
  ...["users/UID/subs", "users/UID/corrections", "ledger", "ledger/UID"],
  ...["ledger/live", "approvals", "funds", "health", "log"],
];

it.each([
  ["desktop", "dark"],
  ["desktop", "light"],
  ["phone", "dark"],
  ["phone", "light"],
] as const)("every page of the desk on a %s, %s", async (screen, theme) => {
  const { admin, baseUrl, users } = credentials;
  const uid = users[0]?.uid ?? "";
  const terms = { baseUrl, section: "markets", token: admin.token };
  const window = await openDesk(browser, terms, { screen, theme });
  const review = new PageReview(window, `${screen}-${theme}`);
  for (const path of PAGES) {
    await review.follow(`/desk/${path.replace("UID", uid)}`);
    await window.page.getByRole("heading", { level: 1 }).waitFor();
    await review.look(`desk-${path.replaceAll("/", "-")}`);
  }
  expect(review.findings).toEqual([]);
  await window.close();
});
