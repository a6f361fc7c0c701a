/** Acts on users at the desk of the operator: sent as written, and seen in what they cause. */
import { beforeAll, describe, expect, it } from "vitest";
import { restV2, restV3 } from "../conformance/support/bitget-api-clients.ts";
import { websocketV3 } from "../conformance/support/bitget-api-sockets.ts";
import type { Key } from "../conformance/support/conformance-exchange.ts";
import { USDC_PERPETUAL } from "../conformance/support/products.ts";
import { codeOf } from "../conformance/support/refusals.ts";
import { eventually } from "../support/eventually.ts";
import { useDeskActs } from "./support/desk-acts.ts";

const USDT = { wallet: "unified", coin: "USDT", amount: "10000" } as const;
const SPOT = {
  category: "SPOT",
  symbol: "BTCUSDT",
  orderType: "limit",
  timeInForce: "gtc",
} as const;
const BUY = { ...SPOT, side: "buy", price: "60000", qty: "0.01" } as const;

const desk = useDeskActs("desk-user-acts");

beforeAll(async () => {
  const price = { symbol: "BTCUSDT", category: "spot", realm: "live", price: "60000" };
  await desk.exchange.adminAnswer("PUT", "/index-prices", price);
});

/** Places an order of a unified account; returns the code of the answer. */
function placed(key: Key): Promise<string> {
  return codeOf(restV3(desk.exchange.address, key).submitNewOrder(BUY));
}

describe("an account", () => {
  it("is created at the desk, with a sub-account, and is found by its name", async () => {
    const { page } = desk;
    await desk.follow("users");
    await desk.write({ Name: "Ann Abel" });
    await desk.press("Create");
    await desk.done("Create a user", /^The user \d+ is created$/);
    await page.getByRole("heading", { name: /Ann Abel$/, level: 1 }).waitFor();
    await page.getByRole("link", { name: "Sub-accounts", exact: true }).click();
    await desk.write({ Name: "Ann's robot" });
    await desk.press("Create a sub-account");
    await page.getByRole("button", { name: /^Create a sub-account of/ }).waitFor();
    const uid = new URL(page.url()).pathname.split("/")[3] ?? "";
    await desk.done(`Create a sub-account of ${uid}`, /is created$/);
    await page.getByRole("cell", { name: "Ann's robot" }).waitFor();
    const found = await desk.read<{ users: object[] }>(`/users/search?query=${uid}&kind=sub`);
    const sub = { name: "Ann's robot", parentUid: uid, accountKind: "unified", realm: "live" };
    expect(found.users).toMatchObject([sub]);
  });

  it("is frozen with its sub-accounts, whose orders are then refused, until it ends", async () => {
    const main = await desk.newUser({ kind: "unified" });
    const sub = await desk.newUser({ kind: "unified", parentUid: main.uid }, USDT);
    expect(await placed(sub)).toBe("00000");
    await desk.follow(`users/${main.uid}`);
    await desk.page.getByLabel(/^Trading\./).check();
    await desk.page.getByLabel("Its 1 sub-account too").check();
    await desk.press("Set the freezes");
    await desk.page.getByText("All its sub-accounts get the same freezes.").waitFor();
    await desk.done(`Set the freezes of ${main.uid}`, `${main.uid} is frozen`);
    await desk.page.getByText("This user is frozen: trading.").waitFor();
    expect(await placed(sub)).toBe("40013");
    await desk.page.getByLabel(/^Trading\./).uncheck();
    await desk.page.getByLabel("Its 1 sub-account too").check();
    await desk.press("Set the freezes");
    await desk.done(`Set the freezes of ${main.uid}`, `${main.uid} is not frozen`);
    expect(await placed(sub)).toBe("00000");
  });

  it("loses its orders after its uid is repeated", async () => {
    const key = await desk.newUser({ kind: "unified" }, USDT);
    expect([await placed(key), await placed(key)]).toEqual(["00000", "00000"]);
    await desk.follow(`users/${key.uid}/open`);
    await desk.press("Cancel orders and plans");
    await desk.page.getByText("Its 2 open orders and all its plans").waitFor();
    await desk.dialog.getByLabel("Reason").fill("ticket 4711");
    await desk.dialog.getByLabel(/to go on$/).fill(`${key.uid}0`);
    const send = desk.dialog.getByRole("button", { name: /^Cancel the orders of/ });
    expect(await send.isDisabled()).toBe(true);
    const act = `Cancel the orders of ${key.uid}`;
    await desk.done(act, "Cancelled: 2 orders and 0 plans", key.uid);
    await desk.page.getByText("This user has no open orders").waitFor();
    expect(await desk.read(`/users/${key.uid}/orders`)).toEqual([]);
  });

  it("is put under review and released on its page", async () => {
    const { uid } = await desk.newUser({ kind: "classic" });
    await desk.follow(`users/${uid}`);
    await desk.page.getByLabel("Reason of the review").selectOption("fast_profit");
    await desk.press("Begin a review");
    await desk.done(`Begin the review of ${uid}`, `The account of ${uid} is under review`);
    await desk.page.getByText(/^Under review since .*: fast profit$/).waitFor();
    expect(await desk.read(`/users/${uid}`)).toMatchObject({ reviewReason: "fast_profit" });
    await desk.press("End the review");
    await desk.done(`End the review of ${uid}`, `The review of ${uid} has ended`, uid);
    expect(await desk.read(`/users/${uid}`)).toMatchObject({ isUnderReview: false });
  });

  it("is debited what it has, no more, and closed once it holds nothing", async () => {
    const key = await desk.newUser({ kind: "unified" }, USDT);
    await desk.follow(`users/${key.uid}`);
    await desk.press("Close the user");
    await desk.refused(`Close ${key.uid}`, "the user has a balance of USDT", key.uid);
    await desk.cancel();
    await desk.page.getByRole("link", { name: "Balances", exact: true }).click();
    await desk.page.getByRole("radio", { name: "Debit" }).click();
    const texts = { Coin: "USDT", Amount: "10000.5" };
    await desk.write(texts);
    await desk.press("Review the debit");
    const debit = `Debit ${key.uid}`;
    await desk.refused(debit, /does not cover the amount/, "10000.5 USDT");
    await desk.cancel();
    await desk.expectKept(texts);
    await desk.write({ Amount: "10000" });
    await desk.press("Review the debit");
    await desk.done(debit, "10000 USDT are debited", "10000 USDT");
    expect(await desk.read(`/users/${key.uid}/balances`)).toMatchObject([{ balance: "0" }]);
    await desk.page.getByRole("link", { name: "Account", exact: true }).click();
    await desk.press("Close the user");
    const closed = `${key.uid} is closed. Revoked: 1 key`;
    await desk.done(`Close ${key.uid}`, closed, key.uid);
    await desk.page.getByText(/frozen: trading, transfers out, withdrawals, login/).waitFor();
    expect(await placed(key)).toBe("40037");
  });
});

describe("access", () => {
  it("by a key from every address is given after the uid is repeated, and works", async () => {
    const { uid } = await desk.newUser({ kind: "unified" }, USDT);
    await desk.follow(`users/${uid}/keys`);
    const wrong = { "Addresses that may use it": "300.1.1.1" };
    await desk.write(wrong);
    await desk.press("Create a key");
    await desk.refused(`Create a key for ${uid}`, /addresses and CIDR ranges, got "300\.1\.1\.1"/);
    await desk.cancel();
    await desk.expectKept(wrong);
    await desk.write({ "Addresses that may use it": "" });
    await desk.press("Create a key");
    await desk.page.getByText(/works from every address/).waitFor();
    await desk.dialog.getByLabel("Reason").fill("ticket 4712");
    await desk.dialog.getByLabel(/to go on$/).fill(uid);
    await desk.press(`Create a key for ${uid}`);
    const codes = desk.dialog.locator("code");
    await codes.nth(2).waitFor();
    const [apiKey = "", secret = "", passphrase = ""] = await codes.allTextContents();
    await desk.press("I have copied it");
    expect(await placed({ uid, apiKey, secret, passphrase })).toBe("00000");
  });

  it("through connections that are logged in is ended", async () => {
    const key = await desk.newUser({ kind: "unified" });
    const { client } = websocketV3(desk.exchange.address, key);
    const closed = new Promise((resolve) => client.once("reconnect", resolve));
    await client.subscribe({ topic: "account", payload: { instType: "UTA" } }, "v3Private");
    const path = `/users/${key.uid}/sessions`;
    await eventually("a session", async () => (await desk.read<object[]>(path)).length === 1);
    await desk.follow(`users/${key.uid}/keys`);
    await desk.page.getByRole("table", { name: "Connections" }).waitFor();
    await desk.press("End all connections");
    await desk.done(`End the connections of ${key.uid}`, "Closed: 1 connection");
    await closed;
    client.closeAll(true);
  });
});

describe("fees and deposits", () => {
  it("a user gets a fee level that exists, at once or at a time", async () => {
    const { uid } = await desk.newUser({ kind: "unified" });
    const rates = { spotMaker: "0", spotTaker: "0", futuresMaker: "0", futuresTaker: "0" };
    await desk.exchange.adminAnswer("PUT", "/fees/levels/3", rates);
    await desk.follow(`users/${uid}`);
    await desk.edit("Change the fee level", { Level: "7" });
    await desk.refused("Change the fee level", /no such fee level is set/);
    await desk.correct({ Level: "7" }, { Level: "3" });
    await desk.done("Change the fee level", "The fee level is changed");
    const path = `/users/${uid}/fee-level`;
    expect(await desk.read(path)).toMatchObject({ level: 3, nextLevel: 3, from: "" });
    await desk.press("Change the fee level");
    await desk.write({ Level: "0", From: "tomorrow" });
    await desk.page.getByText("Write a time such as 2030-12-31T08:00:00Z").waitFor();
    const from = new Date(Date.now() + 86_400_000).toISOString();
    await desk.rewrite({ From: from });
    await desk.done("Change the fee level", "The fee level is changed");
    expect(await desk.read(path)).toMatchObject({ level: 3, nextLevel: 0, from });
    await desk.page.getByText(/^0 from /).waitFor();
  });

  it("a deposit arrives on its simulated chain and is credited", async () => {
    const { uid } = await desk.newUser({ kind: "classic" });
    await desk.follow(`users/${uid}/balances`);
    await desk.page.getByLabel("Coin and chain").selectOption("USDT on TRC20");
    const wrong = { "Amount of the deposit": "0.123456789" };
    await desk.write(wrong);
    await desk.press("Review the deposit");
    await desk.refused(`Deposit for ${uid}`, /at most 8 decimals/);
    await desk.cancel();
    await desk.expectKept(wrong);
    await desk.write({ "Amount of the deposit": "12.5" });
    await desk.press("Review the deposit");
    await desk.done(`Deposit for ${uid}`, /^12\.5 USDT arrive with the transaction /);
    const balances = () => desk.read<{ balance: string }[]>(`/users/${uid}/balances`);
    await eventually("the credit", async () => (await balances())[0]?.balance === "12.5");
  });
});

describe("corrections", () => {
  it("the price of a trade is corrected once, at most by what the side may move out", async () => {
    const buyer = await desk.newUser({ kind: "unified" }, USDT);
    const coins = { wallet: "unified", coin: "BTC", amount: "1" } as const;
    const seller = await desk.newUser({ kind: "unified" }, coins);
    const { address } = desk.exchange;
    await restV3(address, buyer).submitNewOrder({ ...BUY, price: "61000", qty: "0.1" });
    const sale = { ...BUY, side: "sell", price: "61000", qty: "0.1" } as const;
    await restV3(address, seller).submitNewOrder(sale);
    await desk.follow(`users/${buyer.uid}/corrections`);
    const correct = desk.page.getByRole("button", { name: /^Correct the price of trade/ });
    await eventually("the fill", async () => {
      if ((await correct.count()) === 1) return true;
      await desk.follow(`users/${buyer.uid}`);
      await desk.follow(`users/${buyer.uid}/corrections`);
      return (await correct.count()) === 1;
    });
    await correct.click();
    await desk.rewrite({ "Fair price": "900000", "Reference, such as a ticket": "4713" });
    const act = "Correct the price";
    await desk.refused(act, /3900 USDT/, "BTCUSDT");
    await desk.correct({ "Fair price": "900000" }, { "Fair price": "60000" });
    await desk.done(act, "The price of the trade is corrected", "BTCUSDT");
    const { data } = await restV3(address, buyer).getBalances();
    expect(data.assets[0]).toMatchObject({ coin: "USDT", balance: "4000" });
    await correct.click();
    await desk.page.getByText("This trade is corrected already").waitFor();
  });

  it("a liquidation is refunded up to what the fund kept", async () => {
    const { marginCoin, productType, symbol } = USDC_PERPETUAL;
    const wallet = "usdc_futures";
    const { adminAnswer } = desk.exchange;
    const admin = adminAnswer.bind(desk.exchange);
    const contract = { realm: "live", category: wallet, symbol } as const;
    await admin("PUT", "/index-prices", { ...contract, price: "60000" });
    await admin("PUT", "/insurance-funds", { coin: marginCoin, feeShare: "0" });
    const money = { wallet, coin: marginCoin, amount: "400" } as const;
    const key = await desk.newUser({ kind: "classic" }, money);
    const other = await desk.newUser({ kind: "classic" }, { ...money, amount: "1000000" });
    const [alice, bob] = [key, other].map((one) => restV2(desk.exchange.address, one));
    const terms = { productType, symbol, marginCoin, size: "0.1", marginMode: "crossed" } as const;
    const order = { ...terms, orderType: "limit", force: "gtc" } as const;
    await bob?.futuresSubmitOrder({ ...order, side: "sell", price: "60000" });
    await alice?.futuresSubmitOrder({ ...order, side: "buy", price: "60000" });
    await bob?.futuresSubmitOrder({ ...order, side: "buy", price: "57000" });
    await bob?.futuresSubmitOrder({ ...order, side: "buy", price: "56200" });
    await admin("PUT", "/index-prices", { ...contract, price: "56200" });
    const path = `/users/${key.uid}/refundable-liquidations`;
    const [row] = await eventually("the surplus", async () => {
      const rows = await desk.read<readonly { refundable: string; liquidationId: string }[]>(path);
      return rows.length > 0 && rows;
    });
    const { liquidationId = "", refundable = "" } = row ?? {};
    await desk.follow(`users/${key.uid}/corrections`);
    const label = `Amount in ${marginCoin}`;
    await desk.edit(`Refund liquidation ${liquidationId}`, { [label]: "399" });
    const act = "Refund the liquidation";
    await desk.refused(act, /at most|kept/, key.uid);
    await desk.correct({ [label]: "399" }, { [label]: refundable });
    await desk.done(act, "The liquidation is refunded", key.uid);
    await desk.page.getByRole("cell", { name: "0", exact: true }).waitFor();
    expect(await desk.read(path)).toMatchObject([{ refunded: refundable, refundable: "0" }]);
  });
});
