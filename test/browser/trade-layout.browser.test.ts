import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { expectAccessible } from "./support/accessibility.ts";
import type { OpenOptions, TerminalWindow } from "./support/terminal-browser.ts";
import { useTerminal } from "./support/use-terminal.ts";

/** Whether neither the page nor its content scrolls; text, as it runs in the page. */
const IS_FITTING = `[document.documentElement, document.querySelector("#content")].every(
  (one) => one.scrollHeight <= one.clientHeight && one.scrollWidth <= one.clientWidth,
)`;

const terminal = useTerminal("trade-layout");

/** Runs steps in a window of its own, which must be free of faults at the end. */
async function inWindow(
  steps: (page: Page, window: TerminalWindow) => Promise<void>,
  options: OpenOptions & { readonly path?: string } = {},
): Promise<void> {
  const window = await terminal.open(options.path, options);
  await window.page.getByLabel("Statistics of").waitFor();
  await window.page.getByRole("button", { name: "Start", exact: true }).waitFor();
  await steps(window.page, window);
  expect(window.faults).toEqual([]);
  await window.close();
}

describe("the trade screen", () => {
  it("shows the first market with moving figures at the root", async () => {
    await inWindow(async (page, window) => {
      const statistics = page.getByLabel("Statistics of BTCUSDT");
      await statistics.getByText("Mark").waitFor();
      await page.getByText("Connected").waitFor();
      await window.screenshot("trade-desktop-dark");
    });
  });

  it("fits the window without scrolling", async () => {
    await inWindow(async (page) => {
      await page.getByRole("img", { name: /^Chart of BTCUSDT: \d+ candles/ }).waitFor();
      expect(await page.evaluate<boolean>(IS_FITTING)).toBe(true);
    });
  });

  it("keeps its changed layout, and resets it", async () => {
    await inWindow(async (page) => {
      const ticket = page.getByRole("separator", { name: "Width of the order ticket" });
      await ticket.press("ArrowLeft");
      await expect(ticket.getAttribute("aria-valuenow")).resolves.toBe("316");
      await page.getByRole("button", { name: "Layout" }).click();
      await page.getByLabel("Book and ticket left of the chart").check();
      await page.getByLabel("Show the order book").uncheck();
      await page.reload();
      await page.locator('[data-area="chart"]').waitFor();
      expect(await page.getByRole("region", { name: "Order book" }).count()).toBe(0);
      const chart = await page.locator('[data-area="chart"]').boundingBox();
      const form = await page.locator('[data-area="ticket"]').boundingBox();
      expect(form?.x).toBeLessThan(chart?.x ?? 0);
      await page.getByRole("button", { name: "Layout" }).click();
      await page.getByRole("button", { name: "Reset layout" }).click();
      await page.getByRole("button", { name: "Done" }).click();
      await page.getByRole("region", { name: "Order book" }).waitFor();
      await expect(ticket.getAttribute("aria-valuenow")).resolves.toBe("300");
    });
  });

  it("shows the last price and the symbol in the title", async () => {
    await inWindow(async (page) => {
      const title = /^[\d,.]+ BTCUSDT · Bourse$/;
      await eventually("price and symbol in the title", async () => title.test(await page.title()));
    });
  });

  it("on a phone opens the ticket as a sheet", async () => {
    await inWindow(
      async (page, window) => {
        await page.getByRole("tab", { name: "Trades" }).click();
        await page.getByRole("region", { name: "Trades of" }).waitFor();
        await page.getByRole("button", { name: "Buy" }).click();
        await page.getByRole("dialog", { name: "Order in BTCUSDT" }).waitFor();
        await window.screenshot("trade-layout-sheet");
        await expectAccessible(page);
      },
      { screen: "phone" },
    );
  });

  it("names a market that the exchange does not list", async () => {
    const window = await terminal.open("/trade/spot/NOSUCH");
    await window.page.getByText("does not list spot:NOSUCH").waitFor();
    await window.close();
  });
});

describe("the market picker", () => {
  it("works by keys alone, from opening to the chosen market", async () => {
    await inWindow(async (page) => {
      await page.keyboard.press("/");
      const dialog = page.getByRole("dialog", { name: "Markets" });
      await dialog.waitFor();
      await page.keyboard.type("ethusdt spot");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("f");
      await dialog.getByRole("button", { name: "Favourite ETHUSDT Spot", pressed: true }).waitFor();
      await page.keyboard.press("Enter");
      await page.waitForURL("**/trade/spot/ETHUSDT");
      await page.getByLabel("Statistics of ETHUSDT").waitFor();
      expect(await dialog.count()).toBe(0);
    });
  });

  it("lists every market of the exchange", async () => {
    await inWindow(async (page) => {
      await page.keyboard.press("/");
      const rows = page.getByRole("dialog").locator("tbody tr");
      await eventually("rows of all markets", async () => (await rows.count()) > 100);
      await page.getByRole("radio", { name: "Coin" }).click();
      await page.getByRole("button", { name: "Market", exact: true }).click();
      const first = await rows.first().textContent();
      expect(first).toContain("Coin");
    });
  });
});

describe("commands", () => {
  it("'btc perp' in the palette opens the perpetual", async () => {
    await inWindow(
      async (page) => {
        await page.keyboard.press("Control+k");
        await page.keyboard.type("btc perp");
        await page.keyboard.press("Enter");
        await page.waitForURL("**-futures/BTC*");
      },
      { path: "/trade/spot/ETHUSDT" },
    );
  });

  it("a command of the palette can open another dialog, which stays", async () => {
    await inWindow(async (page) => {
      await page.keyboard.press("Control+k");
      await page.keyboard.type("show and change keys");
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog", { name: "Keys" });
      await dialog.getByLabel("Trading keys place").check();
      await dialog.getByText("Trading keys are on.").waitFor();
    });
  });

  it("a changed key works at once, a taken one is refused, and reset returns it", async () => {
    await inWindow(async (page, window) => {
      await page.keyboard.press("?");
      const dialog = page.getByRole("dialog", { name: "Keys" });
      const change = dialog.getByRole("button", { name: "Change the key of Choose a market" });
      await change.click();
      await page.keyboard.press("?");
      await dialog.getByText("is the key of").waitFor();
      await window.screenshot("keys-dialog");
      await expectAccessible(page);
      await page.keyboard.press("g");
      await dialog.getByRole("button", { name: "Done" }).click();
      await page.keyboard.press("g");
      await page.getByRole("dialog", { name: "Markets" }).waitFor();
      await page.keyboard.press("Escape");
      await page.keyboard.press("?");
      await dialog.getByRole("button", { name: "Reset keys" }).click();
      expect(await change.textContent()).toBe("/");
    });
  });

  it("settings change theme and palette at once and stay", async () => {
    await inWindow(async (page, window) => {
      await page.getByRole("button", { name: "Settings" }).click();
      await page.getByRole("radio", { name: "Light" }).click();
      await page.getByRole("radio", { name: "Colour-blind" }).click();
      await page.getByRole("radio", { name: "Orange up, blue down" }).click();
      await window.screenshot("settings-colour-blind");
      await expectAccessible(page);
      await page.reload();
      await page.getByLabel("Statistics of").waitFor();
      const root = page.locator("html");
      const [theme, palette, up] = [
        await root.getAttribute("data-theme"),
        await root.getAttribute("data-palette"),
        await root.getAttribute("data-up"),
      ];
      expect([theme, palette, up]).toEqual(["light", "colour-blind", "red"]);
    });
  });
});

describe("a first visit", () => {
  it("offers the ready-made users once", async () => {
    await inWindow(async (page) => {
      const card = page.getByRole("complementary", { name: "Start here" });
      await card.waitFor();
      await card.getByRole("button", { name: "Dismiss" }).click();
      await page.reload();
      await page.getByRole("button", { name: "Start", exact: true }).waitFor();
      expect(await card.count()).toBe(0);
    });
  });

  it("leads to demo money in one click, which the whole screen says", async () => {
    await inWindow(async (page) => {
      await page.getByRole("button", { name: "Practise with demo money" }).click();
      await page.getByText("DEMO MONEY", { exact: true }).waitFor();
      await eventually("DEMO in the title", async () => (await page.title()).startsWith("DEMO "));
      await page.getByLabel("Statistics of").waitFor();
    });
  });

  it("continues as a user in the demo realm where the tab shows it", async () => {
    await inWindow(async (page) => {
      await page.getByRole("button", { name: "Practise with demo money" }).click();
      await page.getByText("DEMO MONEY", { exact: true }).waitFor();
      await page.context().clearCookies();
      await page.reload();
      await page.getByRole("button", { name: "Start", exact: true }).waitFor();
      const card = page.getByRole("complementary", { name: "Start here" });
      await card.getByRole("button", { name: "unified" }).click();
      await page.getByRole("tab", { name: /^Positions/ }).waitFor();
      await page.getByText("DEMO MONEY", { exact: true }).waitFor();
    });
  });
});

it("a market that was halted before the page was opened says when the page saw it", async () => {
  await inWindow(
    async (page) => {
      const name = { realm: "live", category: "spot", symbol: "ETHUSDT" };
      await terminal.exchange.admin("PUT", "/instruments/status", { ...name, status: "halted" });
      await page.reload();
      await page.getByText("Trading is halted or restricted, seen at").waitFor();
      await terminal.exchange.admin("PUT", "/instruments/status", { ...name, status: "online" });
    },
    { path: "/trade/spot/ETHUSDT" },
  );
});
