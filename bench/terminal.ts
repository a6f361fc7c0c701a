/**
 * `bench terminal`: how the trade page keeps up in the browser of the system. One page is pushed
 * the book of BTCUSDT 100 times a second by a feed of its own, and is compared with itself while
 * the feed is silent. Another one trades on the running exchange: from the click to the row of the
 * open order. A third one shows the living market for minutes: what its memory becomes.
 */
import { parseArgs } from "node:util";
import { type Browser, type CDPSession, chromium, type Page } from "playwright-core";
import { installFakeFeed, runFeed } from "../test/browser/support/fake-feed.ts";
import { findChromium } from "../tools/browser/find-chromium.ts";
import { rounded } from "./support/histogram.ts";
import { atLeast, atMost, type BenchResult, check, progress } from "./support/report.ts";
import { BenchServer } from "./support/server.ts";

const VIEWPORT = { width: 1366, height: 768 };
const TRADED = "/trade/usdt-futures/ETHUSDT";
const LONG_TASKS_GOAL = 0;
/** Share of the frames of the silent page that the fed page draws at least. */
const FRAMES_GOAL = 0.95;
const MEMORY_GOAL = 1.5;
/** Ends a run whose order has no row. */
const ROW_MS_MAX = 10_000;
const WARM_UP_MS = 3_000;
const MS_PER_MINUTE = 60_000;
const BYTES_PER_MB = 1_000_000;

/** What a page did in a stretch of time. */
type Stretch = {
  readonly framesPerSecond: number;
  /** Longest time between two frames. */
  readonly frameMsMax: number;
  /** Tasks of the main thread above 50 ms. */
  readonly longTasks: number;
  /** Share of the main thread that was busy. */
  readonly busy: number;
};

export async function benchTerminal(argv: readonly string[]): Promise<BenchResult> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      seconds: { type: "string", default: "20" },
      orders: { type: "string", default: "30" },
      minutes: { type: "string", default: "5" },
    },
  });
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error("no Chromium: npm run install:browser");
  await using server = await BenchServer.start({ agents: true, profileDir: undefined });
  const url = `http://${server.host}:${server.port}`;
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    const faults: string[] = [];
    const frames = await measureFrames(browser, url, Number(values.seconds) * 1_000, faults);
    const orders = await measureOrders(browser, url, Number(values.orders), faults);
    const memory = await measureMemory(browser, url, Number(values.minutes), faults);
    return {
      benchmark: "terminal",
      figures: { ...frames, orderClickToRowMs: orders, memory },
      goals: [
        atLeast(
          "frames while fed, of those while silent",
          rounded(frames.fed.framesPerSecond / frames.silent.framesPerSecond),
          FRAMES_GOAL,
        ),
        atMost("long tasks while fed", frames.fed.longTasks, LONG_TASKS_GOAL),
        atMost("memory at the end, of the first", memory.ratio, MEMORY_GOAL),
      ],
      checks: [check("the pages report no fault", faults.length === 0, faults.join("; "))],
    };
  } finally {
    await browser.close();
  }
}

async function openPage(
  browser: Browser,
  url: string,
  faults: string[],
  prepare?: (page: Page) => Promise<void>,
): Promise<{ page: Page; devtools: CDPSession }> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const page = await context.newPage();
  page.on("pageerror", (error) => faults.push(String(error)));
  await prepare?.(page);
  await page.goto(url);
  return { page, devtools: await context.newCDPSession(page) };
}

/** Compares the page while its book changes 100 times a second with the page at rest. */
async function measureFrames(
  browser: Browser,
  url: string,
  forMs: number,
  faults: string[],
): Promise<{ fed: Stretch; silent: Stretch }> {
  progress("frames at 100 updates of the book a second");
  const { devtools, page } = await openPage(browser, url, faults, async (opened) => {
    await opened.addInitScript(installFakeFeed);
  });
  await page.getByText("Order book: Live").waitFor();
  await devtools.send("Performance.enable");
  const feed = (ms: number): string => `(${String(runFeed)})(window.feed, { pushMs: 0 }, ${ms})`;
  await page.evaluate(feed(WARM_UP_MS));
  const wait = `new Promise((resolve) => setTimeout(resolve, ${forMs}))`;
  const silent = await measureStretch(page, devtools, wait);
  const fed = await measureStretch(page, devtools, feed(forMs));
  await page.context().close();
  return { fed, silent };
}

async function measureStretch(page: Page, devtools: CDPSession, act: string): Promise<Stretch> {
  const busyS = async (): Promise<number> => {
    const { metrics } = await devtools.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0;
  };
  const before = await busyS();
  const { frames, frameMsMax, longTasks, tookMs } = await page.evaluate<{
    frames: number;
    frameMsMax: number;
    longTasks: number;
    tookMs: number;
  }>(`(async () => {
    const seen = { frames: 0, frameMsMax: 0, longTasks: 0, tookMs: 0 };
    let isRunning = true;
    const startedMs = performance.now();
    let lastMs = startedMs;
    const next = () => requestAnimationFrame(() => {
      const now = performance.now();
      seen.frames += 1;
      seen.frameMsMax = Math.max(seen.frameMsMax, now - lastMs);
      lastMs = now;
      if (isRunning) next();
    });
    next();
    const observer = new PerformanceObserver((list) => {
      seen.longTasks += list.getEntries().length;
    });
    observer.observe({ type: "longtask" });
    await ${act};
    isRunning = false;
    observer.disconnect();
    seen.tookMs = performance.now() - startedMs;
    return seen;
  })()`);
  return {
    framesPerSecond: rounded((frames * 1_000) / tookMs),
    frameMsMax: rounded(frameMsMax),
    longTasks,
    busy: rounded(((await busyS()) - before) / (tookMs / 1_000)),
  };
}

/** Times from the click on the button of the ticket until the open order has its row. */
async function measureOrders(
  browser: Browser,
  url: string,
  orders: number,
  faults: string[],
): Promise<{ p50: number; p90: number; max: number }> {
  progress(`${orders} orders by the button of the ticket`);
  const { page } = await openPage(browser, `${url}${TRADED}`, faults, async (opened) => {
    const preferences = JSON.stringify({ oneClick: true });
    await opened.addInitScript(
      `localStorage.setItem("bourse.preferences", ${JSON.stringify(preferences)})`,
    );
  });
  const card = page.getByRole("complementary", { name: "Start here" });
  await card.getByRole("button", { name: "unified" }).click();
  await page.getByRole("tab", { name: /^Open orders/ }).click();
  const ticket = page.getByRole("region", { name: /^Order ticket of/ });
  const price = ticket.getByLabel("Price", { exact: true });
  const last = Number(await price.inputValue());
  await price.fill((last * 0.97).toFixed(1));
  const size = ticket.getByLabel("Size", { exact: true });
  const button = ticket.getByRole("button", { name: /^Buy ETH/ });
  await button.evaluate((element) => Object.assign(globalThis, { buyButton: element }));
  const times: number[] = [];
  for (let order = 1; order <= orders; order += 1) {
    await size.fill("0.1");
    times.push(
      await page.evaluate<number>(`new Promise((resolve, reject) => {
        setTimeout(() => reject(new Error("no row of the order")), ${ROW_MS_MAX});
        const tab = [...document.querySelectorAll('[role=tab]')]
          .find((one) => one.textContent.startsWith("Open orders"));
        const startedMs = performance.now();
        const observer = new MutationObserver(() => {
          if (tab.textContent !== "Open orders${order}") return;
          observer.disconnect();
          resolve(performance.now() - startedMs);
        });
        observer.observe(tab, { childList: true, characterData: true, subtree: true });
        buyButton.click();
      })`),
    );
  }
  await page.context().close();
  times.sort((one, other) => one - other);
  const at = (share: number): number => rounded(times[Math.floor(times.length * share)] ?? 0);
  return { p50: at(0.5), p90: at(0.9), max: rounded(times.at(-1) ?? 0) };
}

/** The memory of a page that shows the living market, and the elements of its document. */
async function measureMemory(
  browser: Browser,
  url: string,
  minutes: number,
  faults: string[],
): Promise<{ firstMB: number; lastMB: number; ratio: number; elements: readonly number[] }> {
  progress(`memory over ${minutes} minutes`);
  const { devtools, page } = await openPage(browser, url, faults);
  await page.getByText("Order book: Live").waitFor();
  await page.waitForTimeout(WARM_UP_MS * 5);
  const used = async (): Promise<number> => {
    await devtools.send("HeapProfiler.collectGarbage");
    return (await devtools.send("Runtime.getHeapUsage")).usedSize / BYTES_PER_MB;
  };
  const elements = (): Promise<number> =>
    page.evaluate<number>("document.getElementsByTagName('*').length");
  const [firstMB, firstElements] = [await used(), await elements()];
  await page.waitForTimeout(minutes * MS_PER_MINUTE);
  const [lastMB, lastElements] = [await used(), await elements()];
  await page.context().close();
  return {
    firstMB: rounded(firstMB),
    lastMB: rounded(lastMB),
    ratio: rounded(lastMB / firstMB),
    elements: [firstElements, lastElements],
  };
}
