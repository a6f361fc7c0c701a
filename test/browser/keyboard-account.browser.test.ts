/** Lending, sub-accounts, peer-to-peer trading and the inspector, beside keyboard.browser.test.ts. */
import { describe, it } from "vitest";
import { LOAN_PRODUCT } from "../conformance/support/loan-product.ts";
import { useKeyboardPages } from "./support/keyboard-pages.ts";
import { makeMerchant, signUpTrader } from "./support/new-trader.ts";
import type { OpenOptions } from "./support/terminal-browser.ts";

const { enteredBy, exchange, startedAs } = useKeyboardPages("keyboard-account");

/** Opens the session of a new unified user with 1,000 USDT in the funding account. */
function asTrader(name: string, isMerchant: boolean): OpenOptions {
  const before: OpenOptions["before"] = async (requests) => {
    const uid = await signUpTrader(exchange(), requests, name);
    if (isMerchant) await makeMerchant(exchange(), uid, name);
  };
  return { before };
}

describe("lending by keys alone", () => {
  it("moves coins to the margin account, borrows and repays", async () => {
    await startedAs("classic", "/account/transfer", async (hand, page) => {
      await hand.choose("To wallet", "Crossed");
      await hand.write("Amount", "100000");
      await hand.act("Move");
      await page.getByText("Moved 100000 USDT").waitFor();
      await hand.act("Margin debts", "link");
      await page.getByText("Nothing was borrowed").waitFor();
      await hand.act("Borrow ETH");
      await page.getByText(/^Up to [\d.,]+ ETH can be borrowed now/).waitFor();
      await hand.write(/^Amount/, "5");
      await hand.press("Enter");
      await page.getByText("Borrowed ETH").waitFor();
      await hand.expectAt("button", "Borrow ETH");
      await hand.act("Repay ETH");
      await hand.write(/^Amount/, "2");
      await hand.press("Enter");
      await page.getByRole("cell", { name: "5 ETH" }).waitFor();
      await hand.expectAt("button", "Repay ETH");
      await hand.act("Sell to repay everything");
      await hand.act("Sell and repay");
      await page.getByText("The debts of the account are repaid").waitFor();
      await hand.act("Done");
      await hand.move("tab", "Borrowed", "Repaid");
      await page.getByRole("cell", { name: "by selling" }).first().waitFor();
    });
  });

  it("borrows against a pledge, changes the pledge and repays", async () => {
    await startedAs("unified", "/account/loans", async (hand, page) => {
      await page.getByText("No open loans").waitFor();
      await hand.write(/^Amount to pledge/, "0.5");
      await page.getByText(/^Lends up to [\d,.]+ USDT/).waitFor();
      await hand.write(/^Amount to borrow/, "10000");
      await hand.press("Enter");
      const loans = page.getByRole("list", { name: "Open loans" });
      await loans.getByText("against 0.5 BTC").waitFor();
      await hand.act("Change the pledge");
      await hand.write(/^Amount/, "0.25");
      await hand.press("Enter");
      await loans.getByText("against 0.75 BTC").waitFor();
      await hand.act("Repay");
      await hand.move("radio", /wallet|account/i, "With the pledge");
      await hand.act("Repay");
      await page.getByText("No open loans").waitFor();
    });
  });

  it("binds a user to a risk unit, and unbinds it", async () => {
    await exchange().adminAnswer("PUT", "/loan-products", LOAN_PRODUCT);
    await startedAs("unified", "/account/risk-units", async (hand, page) => {
      await page.getByText("This account has no risk unit").waitFor();
      const { uid: main = "" } =
        exchange().credentials.users.find(({ name }) => name === "unified") ?? {};
      const user = { realm: "live", kind: "unified", parentUid: main };
      const { uid } = await exchange().adminAnswer<{ uid: string }>("POST", "/users", user);
      const unit = { product: LOAN_PRODUCT.product };
      await exchange().adminAnswer("PUT", `/users/${uid}/risk-unit`, unit);
      await page.reload();
      await page.getByText("The unit has no debt").waitFor();
      await hand.write("Uid to bind", main);
      await hand.press("Enter");
      const unbind = page.getByRole("button", { name: `Unbind ${main}` });
      await unbind.waitFor();
      await hand.act(`Unbind ${main}`);
      await unbind.waitFor({ state: "detached" });
    });
  });
});

it("a sub-account is created, gets a key and coins by keys alone", async () => {
  await startedAs("unified", "/account/sub-accounts", async (hand, page) => {
    await hand.act("Create a sub-account");
    await hand.write("Name", "scalper");
    await hand.act("Create");
    await page.getByRole("row").filter({ hasText: "scalper" }).waitFor();
    await hand.act(/^Keys/);
    await hand.write("Label", "bot");
    await hand.act("Create");
    await page.getByText("Secret and passphrase are shown once").waitFor();
    await hand.act("Close");
    await hand.act("Transfer", "link");
    await hand.choose("To account", "scalper");
    await hand.write("Amount", "321");
    await hand.press("Enter");
    await page.getByText("Moved 321 USDT").waitFor();
  });
});

it("coins are sold and bought from person to person by keys alone", async () => {
  const offers = "/account/p2p";
  await enteredBy(asTrader("anna", true), offers, async (seller, sellers) => {
    await seller.move("tab", "Offers", "Payment accounts");
    await seller.act("Add a payment account");
    await seller.write("Holder", "J. Doe");
    await seller.write("Account", "DE00 1234");
    await seller.press("Enter");
    await sellers.getByRole("cell", { name: "DE00 1234" }).waitFor();
    await seller.move("tab", "Payment accounts", "My ads");
    await seller.act("Publish an ad");
    await sellers.getByText("The exchange rate is 1:").waitFor();
    await seller.write(/^Price of one coin/, "1.02");
    await seller.write(/^Quantity/, "500");
    await seller.write(/^Largest order/, "300");
    await seller.tick(/DE00 1234/);
    await seller.act("Publish");
    await sellers.getByText("The ad is published").waitFor();

    await enteredBy(asTrader("bert", false), offers, async (buyer, buyers) => {
      await buyers.getByRole("button", { name: "Buy from Honest anna" }).waitFor();
      await buyer.act("Buy from Honest anna");
      await buyer.write(/^You pay/, "102");
      await buyers.getByText("You get 100 USDT").waitFor();
      await buyer.press("Enter");
      await buyers.getByText("Pay the seller, then say so here").waitFor();
      await buyer.act("I have paid");
      await buyers.getByText("The seller checks the payment").waitFor();
      await seller.move("tab", "My ads", "My orders");
      await sellers.getByRole("table", { name: "Open orders" }).waitFor();
      await seller.act("Show");
      await seller.tick(/^The 102 USD are on my account/);
      await seller.act("Release the coins");
      await sellers.getByText("The buyer has the coins").waitFor();
      await buyers.getByText("The coins are in your funding account").waitFor();
    });
  });
});

it("the inspector's frames are filtered, read and copied by keys alone", async () => {
  await startedAs("classic", "/account/inspector", async (hand, page) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const rows = page.getByRole("list", { name: "Requests and frames" });
    await rows.getByRole("button").first().waitFor();
    await hand.choose("Kind", "Requests");
    await hand.act(/GET .* 200/);
    await page.getByRole("region", { name: "Detail" }).waitFor();
    await hand.act("curl");
    await page.getByText("Copied: curl").waitFor();
    await hand.press("Escape");
    await page.getByRole("region", { name: "Detail" }).waitFor({ state: "detached" });
  });
});
