import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { type FakeFeed, installFakeFeed, installFrameMeter, runFeed } from "./support/fake-feed.ts";
import type { TerminalWindow } from "./support/terminal-browser.ts";
import { useTerminal } from "./support/use-terminal.ts";

/** Page with a feed that the tests push. */
let window: TerminalWindow;

const terminal = useTerminal("order-book", {
  async prepare() {
    window = await terminal.open();
    await window.page.addInitScript(installFakeFeed);
    await window.page.addInitScript(installFrameMeter);
    await window.page.reload();
    await bookOf(window.page).getByText("Order book: Live").waitFor();
  },
});

function bookOf(page: Page) {
  return page.getByRole("region", { name: "Order book of BTCUSDT" });
}

/** Runs in the page with its feed. */
function fed<T>(page: Page, run: (feed: FakeFeed) => T | Promise<T>): Promise<T> {
  return page.evaluate<T>(`(${String(run)})(window.feed)`);
}

it("shows the book, the depth and the trades of the exchange without a fault", async () => {
  for (const [screen, theme] of [
    ["desktop", "dark"],
    ["phone", "light"],
  ] as const) {
    const shown = await terminal.open("/", { screen, theme });
    const { page } = shown;
    if (screen === "phone") await page.getByRole("tab", { name: "Book" }).click();
    await bookOf(page).getByText("Order book: Live").waitFor();
    const best = bookOf(page).getByRole("table").getByRole("cell").first();
    await expect.poll(() => best.textContent()).toMatch(/^[\d,]+\.\d$/);
    await shown.screenshot(`book-${screen}-${theme}`);
    await page.getByRole("tab", { name: "Trades" }).click();
    const trades = page.getByRole("region", { name: "Latest trades" }).getByRole("row");
    await expect.poll(() => trades.count()).toBeGreaterThan(3);
    await shown.screenshot(`trades-${screen}-${theme}`);
    expect(shown.faults).toEqual([]);
    await shown.close();
  }
});

it("the keyboard moves through the levels and gives a price to the ticket", async () => {
  const list = bookOf(window.page).getByRole("listbox");
  await list.focus();
  await list.press("ArrowDown");
  const option = list.getByRole("option");
  expect(await option.textContent()).toBe("Bid 59,999.9, size 1.0000 BTC, total 1.0000 BTC");
  await list.press("ArrowDown");
  await list.press("Enter");
  await bookOf(window.page).getByText("Price 59,999.8 goes to the ticket").waitFor();
  await list.press("ArrowUp");
  await list.press("ArrowUp");
  expect(await option.textContent()).toContain("Ask 60,000.1");
  expect(await list.getAttribute("aria-activedescendant")).toBe(await option.getAttribute("id"));
  await list.press("PageUp");
  await list.press("PageUp");
  await list.press("PageUp");
  await window.screenshot("book-keyboard");
  await list.press("Space");
  expect(await option.textContent()).toBe("No level chosen");
});

it("the mouse sees what taking up to a level costs, and a click chooses its price", async () => {
  const list = bookOf(window.page).getByRole("listbox");
  const box = await list.boundingBox();
  await list.hover({ position: { x: 60, y: (box?.height ?? 0) - 15 } });
  await bookOf(window.page)
    .getByText(/^Selling down to 59,99\d\.\d: \d+\.0000 BTC for/)
    .waitFor();
  await list.click({ position: { x: 60, y: 5 } });
  await bookOf(window.page)
    .getByText(/^Price 60,00\d\.\d goes to the ticket$/)
    .waitFor();
});

it("the dot says when the book is stale, and counts gaps", async () => {
  const book = bookOf(window.page);
  await fed(window.page, (feed) => {
    feed.isHeld = true;
    feed.gap();
  });
  await book.getByText("Order book: Stale").waitFor();
  await book.getByText("1 gap", { exact: false }).waitFor();
  expect(await fed(window.page, (feed) => feed.requests())).toBe(2);
  await fed(window.page, (feed) => feed.snapshot());
  await book.getByText("Order book: Live").waitFor();
  await fed(window.page, (feed) => {
    feed.isHeld = false;
    feed.lose();
  });
  await book.getByText("Order book: Stale").waitFor();
  await book.getByText("Order book: Live").waitFor();
});

it("the depth chart says what a price costs and gives it to the ticket", async () => {
  await window.page.getByRole("tab", { name: "Depth" }).click();
  const chart = window.page.getByRole("slider", { name: /depth chart/ });
  await chart.focus();
  for (let press = 0; press < 3; press += 1) await chart.press("ArrowRight");
  await expect.poll(() => chart.getAttribute("aria-valuetext")).toMatch(/^Buying up to 60,03\d/);
  await chart.press("Enter");
  await window.page.getByText(/^Price 60,03\d\.\d goes to the ticket$/).waitFor();
});

it("the tape leaves out trades below the size that the user wrote", async () => {
  const shown = await terminal.open();
  await shown.page.getByRole("tab", { name: "Trades" }).click();
  const tape = shown.page.getByRole("region", { name: "Trades of BTCUSDT" });
  await tape.getByRole("cell").first().waitFor();
  await tape.getByLabel("Trades from size").fill("1000000");
  await tape.getByText("No trades of this size").waitFor();
  await shown.close();
});

it("100 pushes a second draw once per frame, within its time", async () => {
  const run = (forMs: number) => `(${String(runFeed)})(window.feed, window.frames, ${forMs})`;
  // The first frames compile the code.
  await window.page.evaluate(run(500));
  const figures = await window.page.evaluate<{ count: number; drawMs: number }>(
    `Object.assign(frames, { count: 0, drawMs: 0, drawMsMax: 0, longTasks: 0, pushMs: 0 });
     ${run(3000)}.then(() => frames)`,
  );
  // Figures for people; machines differ, so the test bounds what a fault of method would exceed.
  process.stdout.write(`${JSON.stringify(figures)}\n`);
  expect(figures.count).toBeGreaterThan(0);
  expect(figures.drawMs / figures.count).toBeLessThan(16);
});

it("a coarser step adds levels up and is kept for the market", async () => {
  const book = bookOf(window.page);
  await fed(window.page, (feed) => feed.snapshot());
  await book.getByLabel("Price step of the book").selectOption({ label: "1" });
  const cells = book.getByRole("table").getByRole("row").nth(1).getByRole("cell");
  await expect
    .poll(() => cells.allTextContents())
    .toEqual(["59,999.0", "10.0000", "60,001.0", "10.0000"]);
  await window.page.reload();
  await expect.poll(() => cells.first().textContent()).toBe("59,999.0");
  expect(window.faults).toEqual([]);
});
