/** Daily statements of users and of the exchange, as accountants ask for them. */
import { beforeAll, expect, it } from "vitest";
import { parseUnits } from "../../src/core/money/decimals.ts";
import type {
  AccountStatement,
  DayStatement,
  HouseMovementSum,
} from "../../src/ops/statement-port.ts";
import { adminRequest } from "../support/admin-request.ts";
import { eventually } from "../support/eventually.ts";
import { restV2, restV3 } from "./support/bitget-api-clients.ts";
import { openExchange } from "./support/conformance-exchange.ts";

const exchange = await openExchange();
const DAY_MS = 86_400_000;
const YESTERDAY = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
const TOMORROW = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
/** Also if a day ends while the test runs. */
const PERIOD = `from=${YESTERDAY}&to=${TOMORROW}`;
const DECIMALS = 8;

let uids: readonly string[];

type Days = { readonly days: readonly DayStatement[] };

function statementsOf(uid: string): Promise<Days> {
  return exchange.admin("GET", `/users/${uid}/statements?${PERIOD}`);
}

function units(text: string): bigint {
  const size = parseUnits(text.replace("-", ""), DECIMALS) ?? 0n;
  return text.startsWith("-") ? -size : size;
}

function changeOf({ movements }: AccountStatement): bigint {
  return movements.reduce((sum, { amount, fee }) => sum + units(amount) - units(fee), 0n);
}

/** Users of both realms, the first ones and those of this test. */
async function allUids(): Promise<string[]> {
  const { users } = await exchange.admin<{ users: { uid: string }[] }>("GET", "/users");
  return users.map(({ uid }) => uid);
}

beforeAll(async () => {
  const money = { wallet: "spot", coin: "USDT", amount: "10000" } as const;
  const buying = await exchange.newUser({ kind: "classic" }, money);
  const coins = { wallet: "unified", coin: "BTC", amount: "1" } as const;
  const selling = await exchange.newUser({ kind: "unified" }, coins);
  uids = [buying.uid, selling.uid];
  const buyer = restV2(exchange, buying);
  await buyer.spotTransfer({
    ...{ fromType: "spot", toType: "usdt_futures", amount: "1000", coin: "USDT", symbol: "" },
  });
  await buyer.spotSubmitOrder({
    ...{ symbol: "BTCUSDT", orderType: "limit", force: "gtc", size: "0.1" },
    ...{ side: "buy", price: "60000" },
  });
  await restV3(exchange, selling).submitNewOrder({
    ...{ category: "SPOT", symbol: "BTCUSDT", side: "sell", orderType: "limit" },
    ...{ timeInForce: "gtc", price: "60000", qty: "0.1" },
  });
  await eventually("the fill", async () => {
    const { data } = await buyer.getSpotFills({ symbol: "BTCUSDT" });
    return data[0]?.tradeId;
  });
});

it("the statements of a user lead from nothing to the balances, by kind", async () => {
  const { days } = await statementsOf(uids[0] ?? "");
  const accounts = days.flatMap((day) => day.accounts);
  for (const account of accounts) {
    expect(units(account.opening) + changeOf(account)).toBe(units(account.closing));
  }
  const spot = accounts.find(({ coin, wallet }) => wallet === "spot" && coin === "USDT");
  expect(spot?.opening).toBe("0");
  const sums = accounts
    .filter(({ coin, wallet }) => wallet === "spot" && coin === "USDT")
    .flatMap(({ movements }) => movements);
  expect(sums).toEqual([
    { kind: "deposit", count: 1, amount: "10000", fee: "0" },
    { kind: "transfer_out", count: 1, amount: "-1000", fee: "0" },
    { kind: "buy", count: 1, amount: "-6000", fee: "0" },
  ]);
  const balances = await exchange.admin<{ wallet: string; coin: string; balance: string }[]>(
    "GET",
    `/users/${uids[0]}/balances`,
  );
  const last = days.at(-1)?.accounts ?? [];
  const closings = last.map(({ closing, coin, wallet }) => `${wallet} ${coin} ${closing}`);
  const held = balances.filter(({ balance }) => balance !== "0");
  expect(closings.sort()).toEqual(
    held.map(({ balance, coin, wallet }) => `${wallet} ${coin} ${balance}`).sort(),
  );
  expect(days.at(-1)?.isFinal).toBe(false);
});

it("the statements of all users and of the exchange sum to zero in each coin", async () => {
  const all = await Promise.all((await allUids()).map(statementsOf));
  for (const realm of ["live", "demo"]) {
    all.push(await exchange.admin<Days>("GET", `/house/statements?${PERIOD}&realm=${realm}`));
  }
  const accounts = all.flatMap(({ days }) => days.flatMap((day) => day.accounts));
  const sums = new Map<string, bigint>();
  for (const account of accounts) {
    sums.set(account.coin, (sums.get(account.coin) ?? 0n) + changeOf(account));
  }
  expect(sums.size).toBeGreaterThan(2);
  expect([...sums].filter(([, sum]) => sum !== 0n)).toEqual([]);
  const fees = accounts.filter(({ wallet }) => wallet === "fees");
  expect(fees.map(({ coin }) => coin).sort()).toEqual(["BTC", "USDT"]);
});

it("the statements of the exchange say which accounts are on the other side", async () => {
  type House = { readonly days: readonly DayStatement<HouseMovementSum>[] };
  const { days } = await exchange.admin<House>("GET", `/house/statements?${PERIOD}&realm=live`);
  const sides = days.flatMap(({ accounts }) =>
    accounts.flatMap(({ movements, wallet }) =>
      movements.map(({ kind, otherSides }) => `${wallet} ${kind}: ${otherSides.join(", ")}`),
    ),
  );
  expect(sides).toContain("fees trading_fee: users");
  expect(sides).toContain("clearing trade: users, insurance_fund");
  expect(sides).toContain("outside_world credit: users, insurance_fund, lending_pool, conversion");
});

it("periods that are none, too long ones and unknown users are refused with the reason", async () => {
  const messageOf = async (path: string): Promise<string> => {
    const response = await adminRequest(exchange.credentials, "GET", path);
    const { error } = (await response.json()) as { error: { message: string } };
    return `${response.status} ${error.message}`;
  };
  const path = `/users/${uids[0]}/statements`;
  expect(await messageOf(`${path}?from=2026-02-30&to=2026-03-01`)).toBe(
    "400 from must be a day, got 2026-02-30",
  );
  expect(await messageOf(`${path}?from=2026-03-02&to=2026-03-01`)).toBe(
    "400 from must not be after to: 2026-03-02, 2026-03-01",
  );
  expect(await messageOf(`/house/statements?from=2026-01-01&to=2026-02-01`)).toBe(
    "400 at most 31 days can be asked for, got 32",
  );
  expect(await messageOf(`/users/1/statements?${PERIOD}`)).toBe("404 no user has the uid 1");
  const { days } = await exchange.admin<Days>("GET", `${path}?from=2020-01-01&to=2020-01-02`);
  expect(days).toEqual([]);
  const ahead = await exchange.admin<Days>("GET", `${path}?from=2999-01-01&to=2999-01-02`);
  expect(ahead.days).toEqual([]);
});
