import type { Page } from "playwright-core";
import { describe, it } from "vitest";
import { useKeyboardPages } from "./support/keyboard-pages.ts";

const { exchange, startedAs, visiting } = useKeyboardPages("keyboard");

describe("the trade screen by keys alone", () => {
  it("leads from the first visit to a fill, and closes the position", async () => {
    await visiting("/", async (hand, page) => {
      await page.getByRole("complementary", { name: "Start here" }).waitFor();
      await hand.act("unified");
      await page.getByText("No open positions").waitFor();
      await hand.move("radio", "Limit", "Market");
      await hand.write("Size", "0.01");
      await hand.act("Buy BTC");
      await hand.expectAt("button", "Buy now");
      await hand.press("Enter");
      await page.getByRole("cell", { name: /^Long 20× crossed/ }).waitFor();
      await hand.expectAt("textbox", "Size");
      await hand.act("Close the long in BTCUSDT");
      await page.getByRole("dialog").waitFor();
      await hand.act("Close at market");
      await page.getByText("No open positions").waitFor();
      await hand.expectAt("tabpanel", /^Positions/);
    });
  });

  it("places a trigger order, and cancels it", async () => {
    await startedAs("unified", "/trade/usdt-futures/ETHUSDT", async (hand, page) => {
      await page.getByText("No open positions").waitFor();
      await hand.move("radio", "Limit", "Trigger");
      await hand.write("Trigger price", "1000");
      await hand.write("Size", "0.1");
      await hand.move("radio", "Buy", "Sell");
      await hand.act("Sell ETH");
      await hand.expectAt("button", "Sell now");
      await hand.press("Enter");
      await page.getByRole("tab", { name: "Trigger orders1" }).waitFor();
      await hand.move("tab", /^Positions/, /^Trigger orders/);
      await hand.act("Cancel the trigger order in ETHUSDT");
      await page.getByText("No trigger orders").waitFor();
      await hand.expectAt("tabpanel", /^Trigger orders/);
    });
  });

  it("amends an order in the table, moves its line, and cancels it", async () => {
    await startedAs("unified", "/trade/usdt-futures/SOLUSDT", async (hand, page) => {
      await page.getByText("No open positions").waitFor();
      await hand.write("Price", "50");
      await hand.write("Size", "2");
      await hand.act("Buy SOL");
      await hand.expectAt("button", "Buy now");
      await hand.press("Enter");
      await hand.move("tab", /^Positions/, /^Open orders/);
      await hand.act(/^Edit price of the buy order in SOLUSDT/);
      await hand.type("51");
      await hand.press("Enter");
      await hand.expectAt("button", /^Edit price .* 51/);
      await hand.act("Edit lines");
      await page.getByRole("dialog").waitFor();
      await hand.write("Buy 2", "52");
      await hand.press("Enter");
      await page.getByText(/moved to 52/).waitFor();
      await hand.press("Escape");
      await hand.expectAt("button", "Edit lines");
      await page.getByRole("button", { name: /^Edit price .* 52/ }).waitFor();
      await hand.act("Cancel the buy order in SOLUSDT");
      await page.getByText("No open orders").waitFor();
      await hand.expectAt("tabpanel", /^Open orders/);
    });
  });

  it("sets leverage, exits of a position, and reverses it", async () => {
    await startedAs("classic", "/trade/usdt-futures/ETHUSDT", async (hand, page) => {
      await page.getByText("No open positions").waitFor();
      await hand.act(/^Crossed · 20×/);
      await hand.write("Leverage", "10");
      await hand.press("Enter");
      await page.getByRole("button", { name: /^Crossed · 10×/ }).waitFor();
      await hand.move("radio", "Limit", "Market");
      await hand.write("Size", "1");
      await hand.act("Buy ETH");
      await hand.expectAt("button", "Buy now");
      await hand.press("Enter");
      await page.getByRole("cell", { name: /^Long 10× crossed/ }).waitFor();
      await hand.act("TP/SL of the long in ETHUSDT");
      await hand.write("Take profit", "90000");
      await hand.write("Stop loss", "100");
      await hand.press("Enter");
      await page.getByRole("cell", { name: "90,000.00 / 100.00" }).waitFor();
      await hand.expectAt("button", "TP/SL of the long in ETHUSDT");
      await hand.act("Reverse the long in ETHUSDT");
      await hand.act(/^Reverse/);
      await page.getByRole("cell", { name: /^Short 10× crossed/ }).waitFor();
      await hand.act("Close all");
      await hand.act("Close 1 position");
      await page.getByText("No open positions").waitFor();
    });
  });

  it("chooses a market, and changes settings", async () => {
    await visiting("/", async (hand, page) => {
      await page.getByLabel("Statistics of BTCUSDT").waitFor();
      await hand.press("/");
      await hand.type("ethusdt spot");
      await hand.press("ArrowDown", "Enter");
      await page.getByLabel("Statistics of ETHUSDT").waitFor();
      await hand.act("Settings");
      await hand.move("radio", "Dark", "Light");
      await page.locator('html[data-theme="light"]').waitFor();
      await hand.tick("Ask before an order is sent");
      await page.getByText("One-click trading is on").waitFor();
      await hand.act("Done");
      await hand.expectAt("button", "Settings");
    });
  });
});

describe("the account by keys alone", () => {
  it("is opened, left and entered again", async () => {
    await visiting("/", async (hand, page) => {
      await hand.act("Start");
      await hand.move("radio", "Sign in", "Sign up");
      await hand.write("Name", "keys");
      await hand.write("Password", "correct horse");
      await hand.press("Enter");
      await page.getByRole("button", { name: "keys", exact: true }).waitFor();
      await hand.act("keys");
      await hand.act("Sign out");
      await page.getByRole("button", { name: "Start", exact: true }).waitFor();
      await hand.act("Start");
      await hand.write("Name", "keys");
      await hand.write("Password", "correct horse");
      await hand.press("Enter");
      await page.getByRole("button", { name: "keys", exact: true }).waitFor();
    });
  });

  it("creates an API key and copies it", async () => {
    await startedAs("unified", "/account/keys", async (hand, page) => {
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await hand.act("Create a key");
      await hand.write("Label", "by keys");
      await hand.act("Create");
      await page.getByText("Secret and passphrase are shown once").waitFor();
      await hand.act("Copy API key");
      await page.getByText("API key copied").waitFor();
      await hand.act("Close");
      await page.getByRole("row").filter({ hasText: "by keys" }).waitFor();
      await hand.expectAt("button", "Create a key");
    });
  });

  it("gets a deposit address, and withdraws to an address of the book", async () => {
    // A person must approve the withdrawal, which can be cancelled until then.
    const terms = { coin: "USDT", chain: "TRC20", unattendedMax: "50" };
    await exchange().admin("PUT", "/chains", terms);
    await startedAs("classic", "/account/deposit", async (hand, page) => {
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await hand.choose("Coin", "XRP");
      await hand.act("Copy tag");
      await page.getByText("Tag copied").waitFor();
      await hand.act("Address book", "link");
      await page.getByText("The address book is empty").waitFor();
      await hand.act("Add an address");
      await hand.choose("Chain", "TRC20");
      await hand.write("Address", "TXkeys");
      await hand.write("Label", "by keys");
      await hand.press("Enter");
      await page.getByRole("row").filter({ hasText: "by keys" }).waitFor();
      await hand.expectAt("button", "Add an address");
      await hand.act("Withdraw", "link");
      await page.getByText("Fee 1 USDT").waitFor();
      await hand.write("Amount", "100");
      await hand.act("Withdraw");
      await page.getByText("to TXkeys on TRC20").waitFor();
      await hand.reach("button", "Cancel");
      // The list is loaded again and again, and the focus stays.
      for (let count = 0; count < 2; count += 1) await page.waitForResponse(/withdrawal-records/);
      await hand.expectAt("button", "Cancel");
      await hand.press("Enter");
      await page.getByRole("button", { name: "Cancel", exact: true }).waitFor({ state: "hidden" });
      await hand.expectAt("region", "Withdrawals of the last 29 days");
    });
  });

  it("moves and converts coins", async () => {
    await startedAs("classic", "/account/transfer", async (hand, page) => {
      await hand.choose("To wallet", "USDT");
      await hand.write("Amount", "250");
      await hand.act("Move");
      await page.getByText("Moved 250 USDT").waitFor();
      await hand.act("Convert", "link");
      await page.getByText(/available; from/).waitFor();
      await hand.write("Amount", "100");
      await hand.press("Enter");
      await page.getByText(/Valid for \d s/).waitFor();
      await hand.act("Convert now");
      await page.getByText(/^Got 0\.\d+ BTC/).waitFor();
    });
  });

  it("changes its mode after the questionnaire", async () => {
    await startedAs("unified", "/account/mode", async (hand, page) => {
      await showUnpassed(page);
      await hand.act("Use basic mode");
      await page.getByText("basic", { exact: true }).waitFor();
      await hand.act("Answer the questionnaire");
      await page.getByRole("dialog").waitFor();
      for (const choice of [1, 2, 0, 1]) {
        await hand.press("Tab");
        await hand.reach("radio", /./);
        await hand.press(...(choice === 0 ? ["Space"] : Array(choice).fill("ArrowDown")));
      }
      await hand.act("Send answers");
      await hand.act("Use advanced mode");
      await page.getByText("advanced", { exact: true }).waitFor();
    });
  });
});

/**
 * Loads a page whose user has not passed the questionnaire until this page sends right answers:
 * the ready-made users have passed it.
 */
async function showUnpassed(page: Page): Promise<void> {
  let isPassed = false;
  await page.route("**/terminal/v1/answer-questionnaire", async (route) => {
    const response = await route.fetch();
    ({ isPassed } = ((await response.json()) as { data: { isPassed: boolean } }).data);
    await route.fulfill({ response });
  });
  await page.route("**/terminal/v1/questionnaire", async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: object };
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, isPassed } } });
  });
  await page.reload();
  await page.getByRole("button", { name: "Use basic mode" }).waitFor();
}
