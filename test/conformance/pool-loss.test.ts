/** A lending pool that lost too much lends nothing of its coin for the rest of the hour. */
import { expect, it } from "vitest";
import type { Wallet } from "../../src/core/base/vocabulary.ts";
import { eventually } from "../support/eventually.ts";
import { restV2, restV3 } from "./support/bitget-api-clients.ts";
import { type Key, openExchange } from "./support/conformance-exchange.ts";
import { Counterparty } from "./support/counterparty.ts";

type Row = Readonly<Record<string, unknown>>;
/** The client's types ask for the answer's fields in some requests; these send the real ones. */
type Sent = never;
/** The client has no method for some paths. */
type Signed = { getPrivate(path: string, query: object): Promise<Row> };

const HOUR_MS = 3_600_000;
const symbol = "SOLUSDT";
const MAX_BORROWABLE = "/api/v2/margin/crossed/account/max-borrowable-amount";
const PAUSED = { body: { code: "50051" } };

/** Early in an hour, so that none begins while the test runs. */
const aheadMs = HOUR_MS - (Date.now() % HOUR_MS) + 60_000;
const exchange = await openExchange({ clockMs: () => Date.now() + aheadMs });
const bobKey = await exchange.counterparty();
const bob = new Counterparty(exchange, bobKey);

function person(kind: "classic" | "unified", wallet: Wallet, amount: string): Promise<Key> {
  return exchange.newUser({ kind, name: `${kind}-${amount}` }, { wallet, coin: "USDT", amount });
}

async function pool(coin: string): Promise<Row | undefined> {
  const rows = await exchange.admin<Row[]>("GET", "/lending-pools");
  return rows.find((row) => row["coin"] === coin && row["realm"] === "live");
}

/** Sells 8,000 borrowed SOL at 150 that cost 1,500 soon after: more than the insurance fund has. */
async function loseSol(): Promise<void> {
  const loser = restV2(exchange, await person("classic", "spot", "1000000"));
  await loser.spotTransfer({
    ...{ fromType: "spot", toType: "isolated_margin", coin: "USDT", amount: "1000000", symbol },
  });
  await bob.spot(symbol, { side: "buy", size: "8000", price: "150" });
  await loser.marginSubmitOrder("isolated", {
    ...{ symbol, orderType: "limit", force: "gtc", side: "sell", price: "150", baseSize: "8000" },
    loanType: "autoLoan",
  });
  await bob.spot(symbol, { side: "sell", size: "2000", price: "1500" });
  await exchange.setIndexPrice({ realm: "live", category: "spot", symbol }, "1500");
  await eventually("the write-off", async () => {
    expect(await pool("SOL")).toMatchObject({ isPaused: true });
    return true;
  });
}

it("v2 and v3 refuse loans of a coin whose pool has lost its share in the hour", async () => {
  const rules = await exchange.admin<Row>("GET", "/margin-rules");
  expect(rules).toMatchObject({ poolLossShare: "0.01" });
  expect(await pool("SOL")).toMatchObject({
    ...{ funds: "500000", drawn: "0", drawMax: "5000", isPaused: false },
  });
  await exchange.admin("PUT", "/margin-rules", { ...rules, poolLossShare: "0.000001" });
  expect(await exchange.admin("GET", "/margin-rules")).toMatchObject({
    poolLossShare: "0.000001",
  });
  await exchange.admin("POST", `/users/${bobKey.uid}/credits`, {
    ...{ wallet: "spot", coin: "SOL", amount: "10000" },
  });
  const classic = restV2(exchange, await person("classic", "spot", "200000"));
  for (const toType of ["isolated_margin", "crossed_margin"] as const) {
    const move = { fromType: "spot", toType, coin: "USDT", amount: "100000", symbol } as const;
    await classic.spotTransfer(move);
  }
  const borrow = { coin: "SOL", borrowAmount: "1", symbol } as Sent;
  for (const kind of ["isolated", "crossed"] as const) await classic.marginBorrow(kind, borrow);
  const unified = restV3(exchange, await person("unified", "unified", "100000"));

  await loseSol();
  const written = Number((await pool("SOL"))?.["drawn"]);
  expect(written).toBeGreaterThan(1_000);
  expect(await pool("SOL")).toMatchObject({ drawMax: "0.5", funds: String(500_000 - written) });
  for (const kind of ["isolated", "crossed"] as const) {
    await expect(classic.marginBorrow(kind, borrow)).rejects.toMatchObject(PAUSED);
    const sell = { symbol, orderType: "limit", force: "gtc", side: "sell", price: "1500" } as const;
    const onCredit = { ...sell, baseSize: "5", loanType: "autoLoan" } as const;
    await expect(classic.marginSubmitOrder(kind, onCredit)).rejects.toMatchObject(PAUSED);
    // What is there is sold without a loan.
    await classic.marginSubmitOrder(kind, { ...onCredit, baseSize: "0.5" });
    const repay = { coin: "SOL", repayAmount: "0.4", symbol } as Sent;
    await classic.marginRepay(kind, repay);
  }
  const most = await (classic as unknown as Signed).getPrivate(MAX_BORROWABLE, { coin: "SOL" });
  expect(most).toMatchObject({ data: { maxBorrowableAmount: "0" } });

  const margin = { category: "MARGIN", symbol, orderType: "limit", price: "1500" } as const;
  const short = { ...margin, side: "sell", qty: "5", timeInForce: "gtc" } as const;
  await expect(unified.submitNewOrder(short)).rejects.toMatchObject(PAUSED);
  const out = { fromType: "uta", toType: "spot", coin: "SOL", amount: "1" } as const;
  await expect(unified.submitTransfer({ ...out, allowBorrow: "yes" })).rejects.toMatchObject(
    PAUSED,
  );
  const { data: open } = await unified.getMaxOpenAvailable({ ...margin, side: "sell" });
  expect(open).toMatchObject({ maxOpen: "0" });

  await exchange.admin("PUT", "/margin-rules", { ...rules, poolLossShare: "1" });
  expect(await pool("SOL")).toMatchObject({ drawMax: "", isPaused: false });
  await unified.submitTransfer({ ...out, allowBorrow: "yes" });
  await classic.marginBorrow("crossed", borrow);
});
