import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { expectAccessible } from "./support/accessibility.ts";
import { makeMerchant, signUpTrader } from "./support/new-trader.ts";
import type { OpenOptions, TerminalWindow } from "./support/terminal-browser.ts";
import { useTerminal } from "./support/use-terminal.ts";

const terminal = useTerminal("p2p", { flags: ["--no-agents"] });

/** Opens the desk as a new unified user with 1,000 USDT in the funding account. */
async function opened(name: string, options?: OpenOptions): Promise<[TerminalWindow, string]> {
  let uid = "";
  const window = await terminal.open("/account/p2p", {
    ...options,
    async before(requests) {
      uid = await signUpTrader(terminal.exchange, requests, name);
    },
  });
  return [window, uid];
}

/** Opens the desk as a merchant. */
async function openedMerchant(name: string): Promise<TerminalWindow> {
  const [window, uid] = await opened(name);
  await window.page.getByRole("tab", { name: "My ads" }).click();
  await window.page.getByText("You are not a merchant").waitFor();
  await makeMerchant(terminal.exchange, uid, name);
  return window;
}

async function addAccount(page: Page, account: string): Promise<void> {
  await page.getByRole("tab", { name: "Payment accounts" }).click();
  await page.getByRole("button", { name: "Add a payment account" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Holder").fill("J. Doe");
  await dialog.getByLabel("Account", { exact: true }).fill(account);
  await dialog.getByRole("button", { name: "Add" }).click();
  await page.getByRole("cell", { name: account }).waitFor();
}

type AdTerms = {
  readonly side: "Sell coins" | "Buy coins";
  readonly price: string;
  readonly payment: string | RegExp;
};

/** Publishes an ad of 500 USDT for dollars. */
async function publish(page: Page, { payment, price, side }: AdTerms): Promise<void> {
  await page.getByRole("tab", { name: "My ads" }).click();
  await page.getByRole("button", { name: "Publish an ad" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: side }).click();
  await dialog.getByText("The exchange rate is 1:").waitFor();
  await dialog.getByLabel("Price of one coin").fill(price);
  await dialog.getByLabel("Quantity").fill("500");
  await dialog.getByLabel("Largest order").fill("300");
  await dialog.getByLabel(payment).check();
  await dialog.getByRole("button", { name: "Publish", exact: true }).click();
}

/** Orders from the offer of a merchant, and leaves the order open on the screen. */
async function order(page: Page, act: string, amount: string): Promise<void> {
  await page.getByRole("tab", { name: "Offers" }).click();
  if (act.startsWith("Sell")) await page.getByRole("radio", { name: "Sell" }).click();
  await page.getByRole("button", { name: act }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/You (pay|are paid)/).fill(amount);
  await dialog.getByRole("button", { name: /^(Buy|Sell)$/ }).click();
}

/** Shows the open order of a merchant. */
async function showOrder(page: Page): Promise<void> {
  await page.getByRole("tab", { name: "My orders" }).click();
  const open = page.getByRole("table", { name: "Open orders" });
  await open.getByRole("button", { name: "Show" }).click();
}

it("a merchant sells: ad, order, payment, release", async () => {
  const merchant = await openedMerchant("anna");
  const { page } = merchant;
  await addAccount(page, "DE00 1234");
  await publish(page, { side: "Sell coins", price: "2", payment: /DE00 1234/ });
  await page.getByRole("dialog").getByRole("alert").getByText("(60015)").waitFor();
  await expectAccessible(page);
  await merchant.screenshot("p2p-ad");
  await page.getByRole("dialog").getByLabel("Price of one coin").fill("1.02");
  await page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByText("The ad is published").waitFor();
  await page.getByRole("cell", { name: "published" }).waitFor();

  const [taker] = await opened("bert", { screen: "phone", theme: "light" });
  await taker.page.getByRole("button", { name: "Buy from Honest anna" }).waitFor();
  const isWide = "document.documentElement.scrollWidth > innerWidth";
  expect(await taker.page.evaluate(isWide)).toBe(false);
  await taker.screenshot("p2p-offers-phone");
  await order(taker.page, "Buy from Honest anna", "400");
  await taker.page.getByRole("alert").getByText("(60019)").waitFor();
  await taker.screenshot("p2p-order-phone");
  await taker.page.getByRole("dialog").getByLabel("You pay").fill("102");
  await taker.page.getByText("You get 100 USDT").waitFor();
  await taker.page.getByRole("dialog").getByRole("button", { name: "Buy" }).click();
  await taker.page.getByText("Pay the seller, then say so here").waitFor();
  await taker.page.getByText("DE00 1234").waitFor();
  await expectAccessible(taker.page);
  await taker.screenshot("p2p-payment-phone");
  await taker.page.getByRole("button", { name: "I have paid" }).click();
  await taker.page.getByText("The seller checks the payment").waitFor();

  await showOrder(page);
  const release = page.getByRole("button", { name: "Release the coins" });
  expect(await release.isDisabled()).toBe(true);
  await page.getByLabel("The 102 USD are on my account").check();
  await merchant.screenshot("p2p-release");
  await release.click();
  await page.getByText("The buyer has the coins").waitFor();
  await taker.page.getByText("The coins are in your funding account").waitFor();
  await taker.page.getByRole("button", { name: "Close" }).click();
  await taker.page.getByText("No open orders").waitFor();
  await taker.page.getByRole("cell", { name: "completed" }).waitFor();

  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("tab", { name: "My ads" }).click();
  await page.getByRole("button", { name: "Change" }).click();
  await page.getByRole("dialog").getByRole("radio", { name: "Follows the market" }).click();
  await page.getByText("0.8 to 1.2 times the exchange rate; now 1 USD").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Change" }).click();
  await page.getByRole("cell", { name: "1 (floating)" }).waitFor();
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("cell", { name: "removed" }).waitFor();
  await Promise.all([merchant.close(), taker.close()]);
});

it("a merchant buys: an order needs an account, and an appeal goes to the operator", async () => {
  const merchant = await openedMerchant("carl");
  const { page } = merchant;
  await page.reload();
  await publish(page, { side: "Buy coins", price: "0.98", payment: "Bank transfer" });
  await page.getByText("The ad is published").waitFor();

  const [taker] = await opened("dora");
  await taker.page.getByRole("radio", { name: "Sell" }).click();
  await taker.page.getByRole("button", { name: "Sell to Honest carl" }).click();
  await taker.page.getByText("You have no payment account").waitFor();
  await taker.page.getByRole("button", { name: "Add one" }).click();
  await addAccount(taker.page, "FR00 5678");
  await order(taker.page, "Sell to Honest carl", "98");
  await taker.page.getByText("The buyer has to pay").waitFor();

  await showOrder(page);
  await page.getByText("FR00 5678").waitFor();
  await page.getByRole("button", { name: "I have paid" }).click();
  await page.getByRole("button", { name: "Appeal to the operator" }).click();
  await page.getByText("The operator of the exchange decides").waitFor();
  await taker.page.getByText("you can still release the coins").waitFor();
  type Appeals = { readonly orders: readonly { readonly id: string }[] };
  const { orders } = await terminal.exchange.adminAnswer<Appeals>(
    "GET",
    "/p2p/orders?status=in_appeal",
  );
  const path = `/p2p/orders/${orders[0]?.id}/decision`;
  await terminal.exchange.adminAnswer("POST", path, { isReleased: false });
  await page.getByText("Cancelled: do not pay").waitFor();
  await taker.page.getByText("the coins have returned").waitFor();
  await Promise.all([merchant.close(), taker.close()]);
});

it("a classic account sees the merchants, and how to trade", async () => {
  const window = await terminal.openAs("classic", "/account/p2p");
  const { page } = window;
  await page.getByText("Trading needs a unified account").waitFor();
  await page.getByRole("cell", { name: "Honest carl" }).waitFor();
  await page.getByText("No orders yet").waitFor();
  await expectAccessible(page);
  expect(window.faults).toEqual([]);
  await window.close();
});
