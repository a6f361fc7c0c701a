/** Acts on funds, disputes and approvals at the desk of the operator, seen in what they cause. */
import { describe, expect, it } from "vitest";
import { restV2, restV3 } from "../conformance/support/bitget-api-clients.ts";
import {
  appealAgainst,
  orderFromAd,
  publishSellAd,
} from "../conformance/support/waiting-decisions.ts";
import { adminAnswer } from "../support/admin-request.ts";
import { eventually } from "../support/eventually.ts";
import { useDeskActs } from "./support/desk-acts.ts";

type Fund = Readonly<Record<"realm" | "coin" | "balance" | "funds" | "feeShare", string>>;

const desk = useDeskActs("desk-fund-acts");

describe("funds", () => {
  /** The fund of a coin in the live realm. */
  async function fund(list: "insurance-funds" | "lending-pools", coin: string) {
    const rows = await desk.read<readonly Fund[]>(`/${list}`);
    return rows.find((row) => row.coin === coin && row.realm === "live");
  }

  it("pay out what they have, no more and no parts of the smallest unit", async () => {
    await desk.follow("funds");
    await desk.press("Withdraw from the USDC insurance fund");
    await desk.write({ Amount: "1000001" });
    await desk.page.getByText("The fund has 1000000 USDC: write at most that").waitFor();
    const wrong = { Amount: "0.123456789", Reference: "quarter" };
    await desk.rewrite(wrong);
    const act = "Withdraw from the USDC insurance fund";
    await desk.refused(act, /at most 8 decimals/, "0.123456789 USDC");
    await desk.correct(wrong, { Amount: "250.5" });
    await desk.page.getByText("Its balance changes: 1000000 → 999749.5.").waitFor();
    await desk.done(act, "The USDC insurance fund changed by 250.5 USDC", "250.5 USDC");
    await desk.page.getByRole("cell", { name: "999,749.5" }).waitFor();
    expect(await fund("insurance-funds", "USDC")).toMatchObject({ balance: "999749.5" });
  });

  it("of lending are endowed", async () => {
    await desk.follow("funds");
    await desk.edit("Endow the USDC lending pool", { Amount: "5000" });
    await desk.done("Endow the USDC lending pool", "The USDC lending pool changed by 5000 USDC");
    expect(await fund("lending-pools", "USDC")).toMatchObject({ funds: "5000" });
  });

  it("of insurance have terms in bounds", async () => {
    await desk.follow("funds");
    const wrong = { "Share of trading fees": "2", "Largest payment in an hour": "5000" };
    await desk.edit("Change the terms of the USDT insurance fund", wrong);
    const act = "Change the terms of the fund";
    await desk.refused(act, /"Share of trading fees" is from 0 to 1/);
    await desk.correct(wrong, { "Share of trading fees": "0.2" });
    await desk.done(act, "Terms of the USDT insurance fund changed");
    await desk.page.getByRole("cell", { name: "20.00%" }).waitFor();
    const terms = { feeShare: "0.2", drawMax: "5000" };
    expect(await fund("insurance-funds", "USDT")).toMatchObject(terms);
  });
});

describe("disputes of peer-to-peer trading", () => {
  const money = { wallet: "funding", coin: "USDT", amount: "1000" } as const;

  async function balanceOf(uid: string): Promise<string | undefined> {
    type Balance = { readonly wallet: string; readonly balance: string };
    const rows = await desk.read<readonly Balance[]>(`/users/${uid}/balances`);
    return rows.find(({ wallet }) => wallet === "funding")?.balance;
  }

  it("are decided for the buyer or the seller, once", async () => {
    const seller = await desk.newUser({ kind: "unified" }, money);
    const buyer = await desk.newUser({ kind: "unified" }, money);
    const merchant = { level: "master", nickName: "Honest Trader" };
    await desk.exchange.adminAnswer("PUT", `/users/${seller.uid}/merchant`, merchant);
    const taker = restV3(desk.exchange.address, buyer);
    const ad = await publishSellAd(restV3(desk.exchange.address, seller));
    const appealed = async (): Promise<string> => {
      const order = await orderFromAd(taker, ad);
      await appealAgainst(taker, order);
      return order.orderId;
    };
    const first = await appealed();
    await desk.follow("funds/p2p");
    await desk.press(`Release order ${first} to the buyer`);
    await desk.page.getByText(`100 USDT go from the escrow to the buyer ${buyer.uid}.`).waitFor();
    const bought = "The order is decided: the coins go to the buyer";
    await desk.done("Release to the buyer", bought, "100 USDT");
    await desk.page.getByText("No order is in appeal").waitFor();
    expect(await balanceOf(buyer.uid)).toBe("1100");

    const second = await appealed();
    await desk.follow("funds");
    await desk.follow("funds/p2p");
    await desk.press(`Return order ${second} to the seller`);
    const decision = { isReleased: false };
    await desk.exchange.adminAnswer("POST", `/p2p/orders/${second}/decision`, decision);
    await desk.refused("Return to the seller", /there is no such open order/, "100 USDT");
    await desk.cancel();

    const third = await appealed();
    await desk.follow("funds");
    await desk.follow("funds/p2p");
    await desk.press(`Return order ${third} to the seller`);
    const kept = "The order is decided: the coins go to the seller";
    await desk.done("Return to the seller", kept, "100 USDT");
    const ended = await eventually("the end of all orders", async () => {
      type Orders = {
        readonly orders: readonly { readonly id: string; readonly status: string }[];
      };
      const { orders } = await desk.read<Orders>(`/users/${buyer.uid}/p2p-orders`);
      return orders.every(({ status }) => status !== "in_appeal") && orders;
    });
    expect(ended.map(({ id, status }) => [id, status])).toEqual([
      [third, "cancelled"],
      [second, "cancelled"],
      [first, "completed"],
    ]);
    expect(await balanceOf(buyer.uid)).toBe("1100");
  });
});

describe("approvals", () => {
  it("an account that trades with another in circles is reviewed from its alert", async () => {
    const { exchange } = desk;
    const contract = { symbol: "BTCUSDT", category: "usdt_futures", realm: "live" } as const;
    await exchange.adminAnswer("PUT", "/index-prices", { ...contract, price: "60000" });
    const figures = { washValueMin: 50_000, washTurnsMin: 2, selfValueMin: 20_000 };
    await exchange.adminAnswer("PUT", "/surveillance/figures", figures);
    const money = { wallet: "unified", coin: "USDT", amount: "1000000" } as const;
    const alice = await desk.newUser({ kind: "unified" }, money);
    const bob = await desk.newUser({ kind: "unified" }, money);
    const order = { category: "USDT-FUTURES", symbol: "BTCUSDT", orderType: "limit" } as const;
    const trade = async (...sides: readonly [alice: "buy" | "sell", bob: "buy" | "sell"]) => {
      for (const [at, key] of [alice, bob].entries()) {
        const terms = { ...order, qty: "0.2", price: "60000", side: sides[at] ?? "buy" };
        await restV3(exchange.address, key).submitNewOrder(terms);
      }
    };
    // A pair is judged once a second, when it trades and has bought as much as it has sold.
    await eventually("the alert", async () => {
      await trade("buy", "sell");
      await trade("sell", "buy");
      const { alerts } = await desk.read<{ alerts: object[] }>("/surveillance/alerts");
      return alerts.length > 0;
    });
    await desk.follow("approvals/reviews");
    await desk.press(`Review ${bob.uid}`);
    const begun = `The account of ${bob.uid} is under review`;
    await desk.done(`Begin the review of ${bob.uid}`, begun);
    const reviews = desk.page.getByRole("table", { name: "Accounts under review" });
    await reviews.getByRole("cell", { name: "wash trading" }).waitFor();
    const review = { mainUid: bob.uid, reason: "wash_trading" };
    expect(await desk.read(`/users/${bob.uid}/review`)).toMatchObject(review);
  });

  it("a withdrawal is followed by one request, and what is beside it is read once", async () => {
    const { exchange, page } = desk;
    const money = { wallet: "spot", coin: "USDT", amount: "1000" } as const;
    const key = await desk.newUser({ kind: "classic" }, money);
    const target = { coin: "USDT", chain: "TRC20", address: "TElsewhere" } as const;
    await exchange.adminAnswer("PUT", "/chains", {
      coin: "USDT",
      chain: "TRC20",
      unattendedMax: "100",
    });
    await exchange.adminAnswer("POST", `/users/${key.uid}/addresses`, target);
    const order = { ...target, transferType: "on_chain", size: "500" } as const;
    const { orderId } = (await restV2(exchange.address, key).spotWithdraw(order)).data;
    await desk.follow(`approvals/withdrawals/${key.uid}/${orderId}`);
    await page.getByText("Waits for a decision").waitFor();
    await page
      .getByRole("region", { name: "Risk" })
      .getByText(/of what the account is worth/)
      .waitFor();
    const path = `/admin/v1/users/${key.uid}/withdrawals`;
    const isFollowed = (answer: { url(): string }): boolean => answer.url().endsWith(path);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.waitForResponse(isFollowed);
    await page.waitForResponse(isFollowed);
    expect(new Set(asked)).toEqual(new Set([path]));
    await desk.press("Refuse");
    await desk.done("Refuse the withdrawal", "The withdrawal is refused and refunded");
    await page.getByText("Refused and refunded", { exact: true }).waitFor();
    expect(asked).toContain("/admin/v1/surveillance/alerts");
  });

  it("a daily value is set for one person, and what exceeds it is declined", async () => {
    const { exchange, page } = desk;
    const { uid } = await desk.newUser({ kind: "unified" });
    await desk.follow("approvals/changes");
    await page.getByText("There is no limit").waitFor();
    const wrong = { "US dollars a day": "9999999999999" };
    await desk.edit("Change the daily value", wrong);
    await desk.refused(
      "Change the daily value",
      /"US dollars a day" must be at most 1000000000000/,
      "FOUR EYES",
    );
    await desk.correct(wrong, { "US dollars a day": "1000" });
    const changed = "The daily value of one person changed";
    await desk.done("Change the daily value", changed, "FOUR EYES");
    await page.getByText("One person moves at most 1,000 US dollars a day alone").waitFor();

    const { token } = await exchange.adminAnswer<{ token: string }>("PUT", "/tokens/alice", {
      role: "treasury",
    });
    const { credentials } = exchange;
    const asAlice = { ...credentials, admin: { ...credentials.admin, token } };
    const credit = { wallet: "unified", coin: "USDT", amount: "5000", reference: "ticket 4713" };
    const path = `/users/${uid}/credits`;
    type Waiting = { readonly adjustmentId: string; readonly status: string };
    const waiting = await adminAnswer<Waiting>(asAlice, "POST", path, credit);
    expect(waiting).toMatchObject({ status: "waiting" });
    await desk.follow("approvals");
    await desk.follow("approvals/changes");
    await desk.press(`Decline ${waiting.adjustmentId}`);
    await desk.done("Decline the change", "The change is declined");
    await page.getByText("Nothing waits for a second person").waitFor();
    expect(await desk.read("/adjustments")).toEqual([]);
    expect(await desk.read(`/users/${uid}/balances`)).toEqual([]);
  });
});
