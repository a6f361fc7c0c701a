import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { PageReview } from "./support/page-review.ts";
import { SCREENS } from "./support/terminal-browser.ts";
import { useTerminal } from "./support/use-terminal.ts";

type Screen = keyof typeof SCREENS;

const SCREEN_NAMES = Object.keys(SCREENS) as readonly Screen[];

/** Theme that the system of each screen prefers, in which its pages open. */
const THEMES = { desktop: "dark", phone: "light" } as const;

/** A market of each kind that the trade screen shows. */
const MARKETS = [
  ["spot", "ETHUSDT"],
  ["usdc-futures", "BTCPERP"],
  ["coin-futures", "BTCUSD"],
] as const;

const terminal = useTerminal("every-page", {
  flags: ["--rate-limits", "off"],
  prepare: seed,
});

type Body = Readonly<Record<string, string>>;

/** Sends requests with the session of the page, one after the other. */
async function send(page: Page, requests: readonly (readonly [string, Body])[]): Promise<void> {
  for (const request of requests) {
    const answer = await page.evaluate(async ([path, body]) => {
      const headers = { "content-type": "application/json", "x-bourse-terminal": "1" };
      return (await fetch(path, { method: "POST", headers, body: JSON.stringify(body) })).text();
    }, request);
    expect(answer).toContain('"00000"');
  }
}

const ORDER = { category: "USDT-FUTURES", symbol: "BTCUSDT", side: "buy", qty: "0.01" };

/** Gives the unified account something to show: a position, waiting orders, a deposit. */
async function seed(): Promise<void> {
  const window = await terminal.open();
  const place = "/api/v3/trade/place-order";
  const limit = { orderType: "limit", timeInForce: "gtc" };
  await send(window.page, [
    ["/terminal/v1/continue-as", { name: "unified" }],
    [place, { ...ORDER, orderType: "market", clientOid: "seed-1" }],
    [place, { ...ORDER, ...limit, price: "20000", clientOid: "seed-2" }],
    [place, { ...ORDER, ...limit, side: "sell", price: "200000", clientOid: "seed-3" }],
    [
      "/api/v3/trade/place-strategy-order",
      {
        ...{ ...ORDER, type: "trigger", clientOid: "seed-4", triggerBy: "mark" },
        ...{ triggerPrice: "30000", triggerOrderType: "market" },
      },
    ],
  ]);
  const { exchange } = terminal;
  const unified = exchange.credentials.users.find(({ name }) => name === "unified");
  const path = `/users/${unified?.uid}/deposits`;
  await exchange.adminAnswer("POST", path, { coin: "BTC", chain: "BTC", amount: "0.25" });
  await window.close();
}

function header(page: Page) {
  return page.getByRole("banner");
}

/** Continues as a ready-made user from the header. */
async function continueAs({ page }: PageReview, name: string): Promise<void> {
  await header(page).getByRole("button", { name: "Start", exact: true }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: new RegExp(`^${name} \\(`) })
    .click();
  await header(page).getByRole("button", { name, exact: true }).waitFor();
}

/** Waits until the trade page shows the candles and, where it has room for it, the book. */
async function showsMarket({ page }: PageReview, symbol: string): Promise<void> {
  await page.getByRole("img", { name: new RegExp(`^Chart of ${symbol}: \\d+ candles`) }).waitFor();
  const loading = page.getByRole("status").filter({ hasText: "Order book: Loading" });
  await loading.waitFor({ state: "detached" });
}

async function lookAtTrade(
  review: PageReview,
  name: string,
  category: string,
  symbol: string,
): Promise<void> {
  const { page } = review;
  await review.window.follow(`/trade/${category}/${symbol}`);
  await page.getByLabel(`Statistics of ${symbol}`).waitFor();
  await showsMarket(review, symbol);
  await review.look(name);
}

/** Looks at every section of the account centre that the signed-in account has. */
async function lookAtSections(review: PageReview, screen: Screen, prefix: string): Promise<void> {
  const { page } = review;
  await review.window.follow("/account");
  const isPhone = screen === "phone";
  const nav = isPhone
    ? page.getByLabel("Section")
    : page.getByRole("navigation", { name: "Account" });
  await nav.waitFor();
  const names = await nav.getByRole(isPhone ? "option" : "link").allTextContents();
  expect(names.length).toBeGreaterThan(9);
  for (const name of names) {
    if (isPhone) await nav.selectOption({ label: name });
    else await nav.getByRole("link", { name }).click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
    await review.look(`${prefix}-${name.toLowerCase().replaceAll(" ", "-")}`);
  }
}

/** Looks at what a person without an account sees. */
async function lookAsVisitor(review: PageReview, screen: Screen): Promise<void> {
  const { page } = review;
  await showsMarket(review, "BTCUSDT");
  await review.look("visitor-trade");
  await review.lookAtDialog("dialog-markets", "/");
  await review.lookAtDialog("dialog-commands", "Control+k");
  await review.lookAtDialog("dialog-keys", "?");
  await review.lookAtDialog("dialog-settings", page.getByRole("button", { name: "Settings" }));
  if (screen === "desktop") {
    await review.lookAtDialog("dialog-layout", page.getByRole("button", { name: "Layout" }));
  }
  const start = header(page).getByRole("button", { name: "Start", exact: true });
  await review.lookAtDialog("dialog-sign-in", start);
  await start.click();
  await page.getByRole("radio", { name: "Sign up" }).click();
  await review.look("dialog-sign-up", "dialog");
  await review.window.closeDialog();
  await review.window.follow("/account");
  await page.getByRole("heading", { name: /^Your account is shown here/ }).waitFor();
  await review.look("visitor-account");
  await review.window.follow("/nowhere");
  await page.getByRole("heading", { name: "There is no such page" }).waitFor();
  await review.look("not-found");
  await review.window.follow("/trade/spot/NOSUCH");
  await page.getByText("does not list spot:NOSUCH").waitFor();
  await review.look("no-such-market");
}

/** Looks at the tabs and the dialogs of the trade screen of the unified account. */
async function lookAtPanels(review: PageReview, screen: Screen): Promise<void> {
  const { page } = review;
  const tab = (name: RegExp) => page.getByRole("tab", { name });
  await tab(/^Positions/).waitFor();
  await page
    .getByRole("button", { name: /^Close/ })
    .first()
    .waitFor();
  const isPhone = screen === "phone";
  if (isPhone) {
    for (const view of ["Book", "Trades"]) {
      await tab(new RegExp(`^${view}`)).click();
      await review.look(`trade-${view.toLowerCase()}`, "#phone-view-panel");
    }
    await tab(/^Chart/).click();
  }
  const names = ["Open orders", "Trigger orders", "Order history", "Fills", "Assets", "Bills"];
  for (const name of names) {
    await tab(new RegExp(`^${name}`)).click();
    await review.look(`trade-${name.toLowerCase().replaceAll(" ", "-")}`, "#account-panel");
  }
  await tab(/^Open orders/).click();
  const story = page.getByRole("button", { name: /^Story of the order/ }).first();
  await review.lookAtDialog("dialog-story", story);
  await review.lookAtDialog("dialog-lines", page.getByRole("button", { name: "Edit lines" }));
  const indicators = page.getByRole("button", { name: "Indicators" });
  await review.lookAtDialog("dialog-indicators", indicators);
  await tab(/^Positions/).click();
  const close = page.getByRole("button", { name: /^Close the long/ });
  await review.lookAtDialog("dialog-close", close);
  if (isPhone) {
    await review.lookAtDialog("dialog-ticket", page.getByRole("button", { name: "Buy" }));
  }
}

const SECTION_DIALOGS = [
  ["keys", "Create a key"],
  ["addresses", "Add an address"],
  ["sub-accounts", "Create a sub-account"],
  ["mode", "Make it classic"],
] as const;

type Round = (review: PageReview, screen: Screen) => Promise<void>;

/** What each account shows; every round has a window of its own. */
const ROUNDS: Readonly<Record<string, Round>> = {
  "no account": lookAsVisitor,
  "a classic account": async (review, screen) => {
    await continueAs(review, "classic");
    await lookAtTrade(review, "classic-trade-spot", "spot", "BTCUSDT");
    await lookAtTrade(review, "classic-trade-futures", "usdt-futures", "ETHUSDT");
    await lookAtSections(review, screen, "classic");
  },
  "a unified account": async (review, screen) => {
    await continueAs(review, "unified");
    await lookAtSections(review, screen, "unified");
    for (const [path, name] of SECTION_DIALOGS) {
      await review.window.follow(`/account/${path}`);
      await review.lookAtDialog(`form-${path}`, review.page.getByRole("button", { name }));
    }
  },
  "the trade screen of a unified account": async (review, screen) => {
    await continueAs(review, "unified");
    for (const [category, symbol] of MARKETS) {
      await lookAtTrade(review, `trade-${category}`, category, symbol);
    }
    await lookAtTrade(review, "trade-usdt-futures", "usdt-futures", "BTCUSDT");
    await lookAtPanels(review, screen);
  },
  "a demo account": async (review, screen) => {
    await continueAs(review, "unified");
    await header(review.page).getByRole("button", { name: "Demo", exact: true }).click();
    await review.page.getByText("DEMO MONEY").waitFor();
    await lookAtSections(review, screen, "demo");
    await lookAtTrade(review, "demo-trade", "usdt-futures", "BTCUSDT");
  },
};

const EVERY = Object.keys(ROUNDS).flatMap((round) =>
  SCREEN_NAMES.map((screen) => ({ round, screen })),
);

describe("every page", () => {
  it.concurrent.each(EVERY)(
    "of $round fits a $screen, and has no barrier and no fault in either theme",
    async ({ round, screen }) => {
      const theme = THEMES[screen];
      const window = await terminal.open("/", { screen, theme });
      await window.page.locator(`html[data-theme="${theme}"]`).waitFor();
      const review = new PageReview(window, screen, theme);
      await ROUNDS[round]?.(review, screen);
      expect(review.findings).toEqual([]);
      await window.close();
    },
  );
});
