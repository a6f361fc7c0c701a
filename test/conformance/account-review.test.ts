import { expect, it } from "vitest";
import { restV2, restV3 } from "./support/bitget-api-clients.ts";
import { type Key, openExchange } from "./support/conformance-exchange.ts";

type Reviewed = { readonly mainUid: string; readonly subUids: readonly string[] };

const exchange = await openExchange();
const users = await makeUsers();
const { main, sub, other } = users;

function makeUser(kind: "classic" | "unified", parentUid?: string): Promise<Key> {
  const wallet = kind === "unified" ? "unified" : "spot";
  const parent = parentUid === undefined ? {} : { parentUid };
  return exchange.newUser({ kind, ...parent }, { wallet, coin: "USDT", amount: "10000" });
}

async function makeUsers() {
  const main = await makeUser("unified");
  const sub = await makeUser("unified", main.uid);
  const other = await makeUser("unified");
  return { main, sub, other };
}

/** The code with which the main account's client is answered; the client throws refusals. */
async function moveToSub(amount: string): Promise<string> {
  try {
    const answer = await restV3(exchange, main).subAccountTransfer({
      fromType: "uta",
      toType: "uta",
      amount,
      coin: "USDT",
      fromUserId: main.uid,
      toUserId: sub.uid,
      clientOid: `move-${amount}`,
    });
    return answer.code;
  } catch (refusal) {
    const { body } = refusal as { readonly body: { readonly code: string } };
    return body.code;
  }
}

it("under review a client keeps trading and cannot move funds to a sub-account", async () => {
  expect(await moveToSub("1")).toBe("00000");
  const reason = "fast_profit";
  const held = await exchange.admin("PUT", `/users/${sub.uid}/review`, { isHeld: true, reason });
  expect(held).toMatchObject({ mainUid: main.uid, subUids: [sub.uid], isHeld: true, reason });
  expect(await exchange.admin("GET", `/users/${main.uid}/review`)).toMatchObject({
    ...(held as Reviewed),
    uid: main.uid,
  });
  expect(await moveToSub("2")).toBe("40022");
  for (const side of ["buy", "sell"] as const) {
    const placed = await restV3(exchange, main).submitNewOrder({
      category: "USDT-FUTURES",
      symbol: "BTCUSDT",
      side,
      orderType: "limit",
      qty: "0.01",
      price: side === "buy" ? "59900" : "60100",
    });
    expect(placed.code).toBe("00000");
  }
  await exchange.admin("PUT", `/users/${main.uid}/review`, { isHeld: false });
  expect(await moveToSub("2")).toBe("00000");
});

it("a review of one account leaves other accounts alone, and unknownUser's is refused", async () => {
  await exchange.admin("PUT", `/users/${main.uid}/review`, { isHeld: true });
  const free = await exchange.admin("GET", `/users/${other.uid}/review`);
  expect(free).toMatchObject({ isHeld: false, reason: "", heldSince: "", subUids: [] });
  const unknownUser = "/users/1999999999/review";
  await expect(exchange.admin("GET", unknownUser)).rejects.toThrow(/not_found/);
  await expect(exchange.admin("PUT", unknownUser, { isHeld: true })).rejects.toThrow(/not_found/);
});

it("a classic account under review moves funds between its own wallets", async () => {
  const classic = await makeUser("classic");
  await exchange.admin("PUT", `/users/${classic.uid}/review`, { isHeld: true });
  const { code } = await restV2(exchange, classic).spotTransfer({
    fromType: "spot",
    toType: "usdt_futures",
    amount: "5",
    coin: "USDT",
    symbol: "",
  });
  expect(code).toBe("00000");
});
