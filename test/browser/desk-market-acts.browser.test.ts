/** Acts on markets at the desk of the operator: sent as written, and seen in what they cause. */
import { describe, expect, it } from "vitest";
import { restV3 } from "../conformance/support/bitget-api-clients.ts";
import type { Key } from "../conformance/support/conformance-exchange.ts";
import { codeOf } from "../conformance/support/refusals.ts";
import { type Texts, useDeskActs } from "./support/desk-acts.ts";

type Row = Readonly<Record<string, unknown>>;
type Name = Readonly<Record<"symbol" | "category" | "realm", string>>;

const USDT = { wallet: "unified", coin: "USDT", amount: "10000" } as const;
const FUTURES = { category: "usdt_futures", realm: "live" } as const;
const ETH = { symbol: "ETHUSDT", ...FUTURES } as const;
const SOL = { symbol: "SOLUSDT", ...FUTURES } as const;

const desk = useDeskActs("desk-market-acts");

function market({ category, realm, symbol }: Name): Promise<void> {
  return desk.follow(`markets/${realm}/${category}/${symbol}`);
}

/** The row of an instrument in a list of the admin API. */
async function rowOf(path: string, name: Name): Promise<Row | undefined> {
  const rows = await desk.read<readonly Row[]>(path);
  return rows.find((row) => Object.entries(name).every(([member, is]) => row[member] === is));
}

/** Places an order for 0.1 SOL; returns the code of the answer. */
function placed(
  key: Key,
  side: "buy" | "sell",
  kind?: "post_only" | "reduce_only",
): Promise<string> {
  const order = { category: "USDT-FUTURES", symbol: "SOLUSDT", orderType: "limit" } as const;
  const placing = restV3(desk.exchange.address, key).submitNewOrder({
    ...{ ...order, side, price: "150", qty: "0.1" },
    timeInForce: kind === "post_only" ? "post_only" : "gtc",
    reduceOnly: kind === "reduce_only" ? "yes" : "no",
  });
  return codeOf(placing);
}

type Case = {
  readonly title: string;
  readonly wrong: Texts;
  readonly why: RegExp;
  readonly right: Texts;
  readonly list: string;
  readonly row: object;
};

const TERMS: readonly Case[] = [
  {
    title: "Order limits",
    wrong: { "Smallest size": "0.001" },
    why: /sizes in multiples of 0\.01/,
    right: { "Smallest size": "0.02", "Price band of buys": "0.04" },
    list: "/instruments",
    row: { orderLimits: { sizeMin: "0.02", buyBand: "0.04", sellBand: "0.05" } },
  },
  {
    title: "Fees",
    wrong: { "Maker fee": "0.0005", "Taker fee": "0.0007" },
    why: /rates of an instrument at most its listed ones/,
    right: { "Maker fee": "0.0001", "Taker fee": "0.0004" },
    list: "/instruments",
    row: { fees: { maker: "0.0001", taker: "0.0004" } },
  },
  {
    title: "Opening limits",
    wrong: { "Share of the open interest of one user": "2" },
    why: /"Share of the open interest of one user" is from 0\.000001 to 1/,
    right: { "Share of the open interest of one user": "0.25", "Positions of a user": "7" },
    list: "/instruments",
    row: { openingLimits: { positionShare: "0.25", positionsMax: 7, symbolOrdersMax: 400 } },
  },
  {
    title: "Funding terms",
    wrong: { "Interval in hours": "3" },
    why: /intervals have 1, 2, 4 or 8 hours/,
    right: { "Interval in hours": "4", "Lowest rate": "-0.002" },
    list: "/instruments",
    row: { funding: { intervalHours: 4, rateMin: "-0.002", rateMax: "0.003" } },
  },
  {
    title: "Loss limits",
    wrong: { "Factor of a position": "1001" },
    why: /"Factor of a position" are from 0 to 1,000/,
    right: { "Factor of a position": "20" },
    list: "/loss-limits",
    row: { positionFactor: "20", openInterestFactor: "50" },
  },
  {
    title: "Price guards",
    wrong: { "Distance of mark from index": "0.6" },
    why: /"Distance of mark from index" is from 0 to 0\.5/,
    right: { "Distance of mark from index": "0.01" },
    list: "/price-guards",
    row: { markCap: "0.01", markStep: "0.0005" },
  },
  {
    title: "Delivery",
    wrong: { Delivery: "2020-01-01T00:00:00Z" },
    why: /a delivery lies in the future/,
    right: { Delivery: "2099-12-31T08:00:00.000Z" },
    list: "/instruments",
    row: { deliveryTime: "2099-12-31T08:00:00.000Z" },
  },
];

describe("terms of a contract", () => {
  it.each(TERMS)("$title are refused out of bounds, corrected and kept", async (terms) => {
    const { list, right, row, title, why, wrong } = terms;
    await market(ETH);
    const act = `Change ${title.toLowerCase()}`;
    await desk.edit(act, wrong);
    await desk.refused(act, why);
    await desk.correct(wrong, right);
    await desk.done(act, `${title} of ETHUSDT changed`);
    const panel = desk.page.getByRole("region", { name: title, exact: true });
    for (const text of Object.values(right)) await panel.getByText(text, { exact: true }).waitFor();
    expect(await rowOf(list, ETH)).toMatchObject(row);
  });

  it("tiers are written row by row, and come back when the exchange refuses them", async () => {
    const { page } = desk;
    await market(SOL);
    await desk.press("Change tiers of positions");
    const first = page.getByRole("group", { name: "Tier 1", exact: true });
    const leverage = first.getByLabel("Leverage at most");
    await leverage.fill("500");
    await desk.press("Remove tier 7");
    await desk.press("Review");
    const act = "Change tiers of SOLUSDT";
    await desk.refused(act, /leverage that does not rise/, "SOLUSDT");
    await desk.press("Back to the form");
    expect(await page.getByRole("group", { name: /^Tier \d$/ }).count()).toBe(6);
    expect(await leverage.inputValue()).toBe("500");
    await leverage.fill("60");
    await first.getByLabel("Maintenance rate").fill("half");
    await desk.press("Review");
    await page.getByText("Tier 1: the maintenance rate is a share such as 0.005").waitFor();
    await first.getByLabel("Maintenance rate").fill("0.0045");
    await desk.press("Review");
    await desk.done(act, "Tiers of SOLUSDT changed", "SOLUSDT");
    const tiers = (await rowOf("/position-tiers", SOL))?.["tiers"] as readonly Row[];
    expect(tiers).toHaveLength(6);
    expect(tiers[0]).toMatchObject({ leverageMax: 60, maintenanceRate: "0.0045" });
  });

  it("an index price is held, asked back for when it is far away, and released", async () => {
    await market(SOL);
    const { page } = desk;
    await desk.edit("Hold a price", { "Index price": "0" });
    const act = "Hold the index price";
    await desk.refused(act, /a price above zero is expected/, "SOLUSDT");
    await desk.correct({ "Index price": "0" }, { "Index price": "15000" });
    await desk.confirm(act, "SOLUSDT");
    await desk.said("The index price of SOLUSDT is held at 15000");
    await page.getByText("held by an operator").waitFor();
    expect(await rowOf("/index-prices", SOL)).toMatchObject({ price: "15000", isHeld: true });
    await desk.press("Release");
    const release = "Release the index price of SOLUSDT usdt futures";
    await desk.done(release, "The index price of SOLUSDT is released");
    expect(await rowOf("/index-prices", SOL)).toMatchObject({ isHeld: false });
    await page.getByText("the price sources").waitFor();
  });
});

describe("statuses", () => {
  it("of a market decide which orders are taken", async () => {
    const price = { ...SOL, price: "150" };
    await desk.exchange.adminAnswer("PUT", "/index-prices", price);
    const [alice, bob] = [await newTrader(), await newTrader()];
    await market(SOL);
    await desk.press("Set post only");
    await desk.done("Limit to post-only orders: SOLUSDT usdt futures", "SOLUSDT is post only");
    expect([await placed(alice, "buy"), await placed(alice, "buy", "post_only")]).toEqual([
      "25102",
      "00000",
    ]);
    await desk.press("Set online");
    await desk.done("Resume SOLUSDT usdt futures", "SOLUSDT is online");
    expect(await placed(bob, "sell")).toBe("00000");
    await desk.press("Set reduce only");
    await desk.done("Limit to closing: SOLUSDT usdt futures", "SOLUSDT is reduce only");
    expect([await placed(alice, "sell"), await placed(alice, "sell", "reduce_only")]).toEqual([
      "25105",
      "00000",
    ]);
    await desk.press("Set offline");
    await desk.done("Take offline: SOLUSDT usdt futures", "SOLUSDT is offline", "SOLUSDT");
    expect(await placed(alice, "sell")).toBe("25102");
  });

  it("end with a delisting, which a contract with positions is refused", async () => {
    await market(SOL);
    await desk.press("Delist");
    await desk.refused("Delist SOLUSDT usdt futures", /SOLUSDT has open positions/, "SOLUSDT");
    await desk.cancel();
    const pair = { symbol: "ADAUSDT", category: "spot", realm: "live" } as const;
    await desk.exchange.adminAnswer("PUT", "/index-prices", { ...pair, price: "0.2" });
    const trader = restV3(desk.exchange.address, await newTrader());
    const order = { category: "SPOT", symbol: "ADAUSDT", orderType: "limit", side: "buy" } as const;
    await trader.submitNewOrder({ ...order, timeInForce: "gtc", price: "0.2", qty: "100" });
    await market(pair);
    await desk.press("Delist");
    await desk.page.getByText("Its 1 open order and all its plans are cancelled.").waitFor();
    await desk.confirm("Delist ADAUSDT spot", "ADAUSDT");
    await desk.said("ADAUSDT is delisted. Cancelled: 1 order and 0 plans");
    expect((await trader.getUnfilledOrders({ category: "SPOT" })).data.list ?? []).toEqual([]);
    expect(await rowOf("/instruments", pair)).toMatchObject({ status: "offline" });
  });

  it("of all markets of a realm are changed and resumed together", async () => {
    await desk.follow("markets");
    const online = () => desk.read<readonly Row[]>("/instruments?realm=demo&status=online");
    const count = (await online()).length;
    await desk.page.getByLabel("Realm of all markets").selectOption("demo");
    await desk.page.getByLabel("New status of all markets").selectOption("post_only");
    await desk.press("Change all markets");
    await desk.confirm("Change all markets of the demo realm", "ALL DEMO MARKETS");
    await desk.said(`${count} markets changed to post only`);
    expect(await online()).toEqual([]);
    await desk.page.getByLabel("New status of all markets").selectOption("online");
    await desk.press("Change all markets");
    await desk.confirm("Resume all markets of the demo realm", "ALL DEMO MARKETS");
    await desk.said(`${count} markets changed to online`);
    expect(await online()).toHaveLength(count);
  });
});

function newTrader(): Promise<Key> {
  return desk.newUser({ kind: "unified" }, USDT);
}

describe("fee levels", () => {
  it("need all four fees in bounds, and are listed for their users", async () => {
    await desk.follow("markets/fees");
    await desk.write({ Level: "101" });
    await desk.page.getByText("Write 1 to 100").waitFor();
    await desk.write({ Level: "4" });
    await desk.edit("Set the fees of this level", { "Spot maker": "0.0002" });
    // The browser asks for the missing fees, and the form stays.
    expect(await desk.dialog.locator("input:invalid").count()).toBe(3);
    const wrong = { "Spot taker": "0.0001", "Futures maker": "0", "Futures taker": "0.0001" };
    await desk.rewrite(wrong);
    const act = "Change the fees of the level";
    await desk.refused(act, /maker rates are at most taker rates/);
    await desk.correct({ "Spot maker": "0.0002", ...wrong }, { "Spot taker": "0.0005" });
    await desk.done(act, "The fees of level 4 are changed");
    const rates = { spotMaker: "0.0002", spotTaker: "0.0005", futuresMaker: "0" };
    const level = { level: 4, ...rates, futuresTaker: "0.0001" };
    expect(await desk.read("/fees")).toMatchObject({ levels: [level] });
    await desk.edit("Change level 4", { "Futures taker": "0.0003" });
    await desk.done(act, "The fees of level 4 are changed");
    await desk.page.getByRole("cell", { name: "0.0003" }).waitFor();
    expect(await desk.read("/fees")).toMatchObject({ levels: [{ futuresTaker: "0.0003" }] });
  });
});

describe("listings", () => {
  it("of what is listed already are refused, and keep what was written", async () => {
    await desk.follow("markets/listing");
    await desk.edit("List a coin", { Code: "USDT" });
    await desk.refused("List the coin", /there is a coin of this code/);
    await desk.press("Back to the form");
    await desk.expectKept({ Code: "USDT", Decimals: "8" });
    await desk.cancel();
    const texts = {
      ...{ Symbol: "BTCUSDT", "Base coin": "BTC", "Quote coin": "USDT", "Price step": "0.01" },
      ...{ "Size step": "0.0001", "Smallest size": "0.0001", "Largest size": "10" },
      ...{ "Highest maker fee": "0.001", "Highest taker fee": "0.001" },
      ...{ "Price band of buys": "0.05", "Price band of sells": "0.05" },
    };
    await desk.write(texts);
    await desk.press("Review the listing");
    await desk.refused("List BTCUSDT", /BTCUSDT is listed in spot of the live realm/, "BTCUSDT");
    await desk.cancel();
    await desk.expectKept(texts);
  });
});
