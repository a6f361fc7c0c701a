/** Corrections of trades and liquidations, which both move money that was moved wrongly. */
import type { Term } from "../acts/changes.ts";
import type { Edit } from "../acts/edit-dialog.tsx";
import { creditableWallets } from "./balance-change.ts";
import type { AccountKind } from "./user-rows.ts";

/** A row of `GET /admin/v1/users/UID/fills`, as far as the desk shows it. */
export type Fill = {
  /** The id that the user sees, which finds the trade. */
  readonly fillId: string;
  readonly tradeId: string;
  readonly orderId: string;
  readonly symbol: string;
  readonly category: string;
  readonly realm: "live" | "demo";
  readonly side: "buy" | "sell";
  readonly role: "taker" | "maker";
  readonly price: string;
  readonly size: string;
  readonly fee: string;
  readonly feeCoin: string;
  readonly time: string;
};

type Side = { readonly uid: string; readonly fee: string; readonly feeCoin: string };

/** `GET /admin/v1/trades/ID`, as far as the desk shows it. */
export type Trade = {
  readonly symbol: string;
  readonly category: string;
  readonly realm: "live" | "demo";
  readonly tradeId: string;
  readonly price: string;
  readonly size: string;
  readonly buyer: Side;
  readonly seller: Side;
  readonly isCorrected: boolean;
};

type ChangeAnswer = Readonly<Record<string, unknown>>;

/** Returns what an answer says of a change that may wait for a second person. */
function doneText({ status }: ChangeAnswer, done: string): string {
  return status === "waiting" ? "It waits for a second person, under Approvals" : done;
}

const REFERENCE: Term = {
  ...{ name: "reference", label: "Reference, such as a ticket", value: "" },
  kind: "text",
};

/** Returns the form of the correction of a trade's price. */
export function tradeCorrection(trade: Trade, onDone: () => void): Edit {
  const { buyer, category, price, realm, seller, size, symbol, tradeId } = trade;
  return {
    title: `Correct the price of trade ${tradeId}`,
    explanation:
      `${buyer.uid} bought ${size} ${symbol} of ${seller.uid} at ${price}. The side that gained ` +
      "pays the difference to the other. Positions and orders stay. A trade is corrected once.",
    needsAll: true,
    terms: [
      { name: "fairPrice", label: "Fair price", kind: "decimal", value: price },
      {
        ...{ name: "fundMax", label: "The insurance fund adds at most", kind: "decimal" },
        ...{ value: "0", hint: "Where the side that gained may move out less" },
      },
      REFERENCE,
    ],
    act: {
      title: "Correct the price",
      method: "POST",
      path: `/trades/${tradeId}/correction`,
      body: { symbol, category, realm },
      repeat: symbol,
      done: (answer) => doneText(answer, "The price of the trade is corrected"),
      onDone,
    },
  };
}

/** A row of `GET /admin/v1/users/UID/refundable-liquidations`. */
export type Refundable = {
  readonly liquidationId: string;
  readonly coin: string;
  readonly taken: string;
  readonly refunded: string;
  readonly refundable: string;
  readonly since: string;
};

/** Returns the form of the refund of a liquidation to the main wallet of the account. */
export function liquidationRefund(
  { accountKind, uid }: { readonly accountKind: AccountKind; readonly uid: string },
  { coin, liquidationId, refundable }: Refundable,
  onDone: () => void,
): Edit {
  const [wallet = "funding"] = creditableWallets(accountKind)[0] ?? [];
  return {
    title: `Refund liquidation ${liquidationId}`,
    explanation: `The insurance fund pays at most ${refundable} ${coin} to the wallet ${wallet}.`,
    terms: [{ name: "amount", label: `Amount in ${coin}`, kind: "decimal", value: "" }, REFERENCE],
    act: {
      title: "Refund the liquidation",
      method: "POST",
      path: `/users/${uid}/liquidation-refunds`,
      body: { liquidationId, wallet, coin },
      repeat: uid,
      done: (answer) => doneText(answer, "The liquidation is refunded"),
      onDone,
    },
  };
}
