/** Records of many kinds for a user of the hostile world, for others to ask for. */
import { atoms } from "../../src/core/money/units.ts";
import { listEndpoints } from "../../src/gateway/list-endpoints.ts";
import { rowOf } from "../support/test-answer.ts";
import { COIN } from "../support/test-listings.ts";
import { goodRequest } from "./bad-requests.ts";
import type { HostileWorld } from "./hostile-world.ts";

/** Endpoints that create a record of the user who calls them. */
const CREATING = {
  v2: [
    "/api/v2/spot/trade/place-plan-order",
    "/api/v2/mix/order/place-plan-order",
    "/api/v2/mix/order/place-tpsl-order",
    "/api/v2/spot/wallet/transfer",
    "/api/v2/margin/crossed/account/borrow",
    "/api/v2/margin/isolated/account/borrow",
    "/api/v2/margin/crossed/account/repay",
    "/api/v2/margin/isolated/account/repay",
  ],
  v3: [
    "/api/v3/trade/place-strategy-order",
    "/api/v3/account/transfer",
    "/api/v3/p2p/ad-create",
    "/api/v3/p2p/pay-method-add",
  ],
} as const;

/** The others are short. */
const OF_SHORT: Readonly<Record<string, object>> = {
  "/api/v2/mix/order/place-tpsl-order": { holdSide: "short", triggerPrice: "47000" },
  "/api/v3/trade/place-strategy-order": { posSide: "short", takeProfit: "47000" },
};

async function deposit(world: HostileWorld, user: number): Promise<void> {
  const { exchange } = world;
  const payment = { transactionId: `paid-${user}`, output: 0, height: 1, source: "" };
  const amount = atoms(5n * COIN);
  await exchange.apply({ kind: "observe_deposit", user, chain: 0, amount, ...payment });
}

/** Converts, and leaves an order behind that was cancelled. */
async function endedRecords({ exchange }: HostileWorld, name: string): Promise<void> {
  const query = { fromCoin: "BTC", toCoin: "USDT", fromCoinSize: "0.01" };
  const quote = rowOf(await exchange.get("/api/v2/convert/quoted-price", query, name));
  const { fee: _fee, ...terms } = quote;
  rowOf(await exchange.post("/api/v2/convert/trade", terms, name));
  const order = { symbol: "BTCUSDT", side: "buy", orderType: "limit", force: "gtc" };
  const priced = { ...order, price: "48000", size: "0.01", clientOid: `${name}-ended` };
  const { orderId } = rowOf(await exchange.post("/api/v2/spot/trade/place-order", priced, name));
  const cancelled = { symbol: "BTCUSDT", orderId };
  rowOf(await exchange.post("/api/v2/spot/trade/cancel-order", cancelled, name));
}

export async function addRecords(
  world: HostileWorld,
  name: string,
  version: "v2" | "v3",
): Promise<void> {
  for (const path of CREATING[version]) {
    const endpoint = listEndpoints().find(
      ({ method, paths }) => method === "POST" && paths[0] === path,
    );
    if (endpoint === undefined) throw new Error(`no endpoint ${path}`);
    const good = JSON.parse(goodRequest(endpoint, world.sides[version])) as object;
    const text = JSON.stringify({ ...good, ...OF_SHORT[path] });
    const { body } = await world.sendAs(name, endpoint, text);
    const { code } = JSON.parse(body) as { readonly code: string };
    if (code !== "00000") throw new Error(`${path}: ${body}`);
  }
  await deposit(world, world.exchange.user(name).index);
  if (version === "v2") await endedRecords(world, name);
}
