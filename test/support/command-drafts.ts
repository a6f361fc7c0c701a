/** Drafts of commands in plain numbers: what a test leaves out has its usual value. */
import type { Side, Wallet } from "../../src/core/base/vocabulary.ts";
import type { DraftOf } from "../../src/core/commands/commands.ts";
import { atoms, lots, ticks } from "../../src/core/money/units.ts";
import { placeOrderOf } from "../../src/simulation-market/market-port.ts";

type PlainNumbers = "price" | "size" | "quoteAmount";

export type OrderFields = Partial<Omit<DraftOf<"place_order">, "kind" | PlainNumbers>> & {
  readonly user: number;
  readonly side: Side;
  /** In ticks; 0 or absent for a market order. */
  readonly price?: number;
  /** In lots. */
  readonly size?: number;
  /** Money for a market buy, in atoms of the quote currency. */
  readonly quoteAmount?: bigint;
};

/** An order of the first instrument unless another is named: a limit order if it has a price. */
export function orderDraft(fields: OrderFields): DraftOf<"place_order"> {
  const { price = 0, quoteAmount = 0n, size = 0, ...rest } = fields;
  const orderType = price === 0 ? "market" : "limit";
  const numbers = { price: ticks(price), size: lots(size), quoteAmount: atoms(quoteAmount) };
  return placeOrderOf({ instrument: 0, orderType, ...rest, ...numbers });
}

/** Lets an order of a unified account borrow what its user lacks. */
export const UNIFIED_MARGIN = { backing: "unified_margin", loanType: "normal" } as const;

export type TransferFields = {
  readonly user: number;
  readonly from: Wallet;
  readonly to: Wallet;
  readonly currency: number;
  readonly amount: bigint | number;
  /** A unified account may pay what it does not have. */
  readonly mayBorrow?: boolean;
};

/** A transfer between two wallets of one user, neither of them isolated. */
export function transferDraft(fields: TransferFields): DraftOf<"transfer"> {
  const { amount, currency, from, mayBorrow = false, to, user } = fields;
  const isolated = { fromInstrument: 0, toInstrument: 0 };
  return {
    kind: "transfer",
    ...{ fromUser: user, fromWallet: from, toUser: user, toWallet: to },
    ...{ currency, amount: atoms(BigInt(amount)), clientTransferId: "", ...isolated, mayBorrow },
  };
}

/** An amendment of a plan that keeps everything but the given fields. */
export function amendPlanDraft(
  fields: Pick<DraftOf<"amend_plan">, "user"> & Partial<DraftOf<"amend_plan">>,
): DraftOf<"amend_plan"> {
  return {
    ...{ kind: "amend_plan", planId: 0, clientOrderId: "", exits: undefined },
    ...{ triggerBy: "keep", triggerPrice: ticks(0), callbackE4: 0, orderType: "keep" },
    ...{ price: ticks(0), size: lots(0), quoteAmount: atoms(0n) },
    ...fields,
  };
}

const LISTING = {
  kind: "list_instrument",
  realm: "live",
  isInverse: false,
  priceDecimals: 1,
  tickStep: 1,
  sizeDecimals: 3,
  lotStep: 1,
  sizeLotsMin: lots(1),
  sizeLotsMax: lots(1_000_000),
  sizeLotsMarketMax: lots(1_000_000),
  valueMin: atoms(1n),
  makerRateE6: 200,
  takerRateE6: 600,
  buyLimitRatioE6: 500_000,
  sellLimitRatioE6: 500_000,
  leverageMin: 1,
  leverageMax: 100,
  fundingIntervalHours: 8,
} as const satisfies Partial<DraftOf<"list_instrument">>;

type NamedListing = "symbol" | "category" | "base" | "quote" | "settle";

/** Terms of a live instrument with round limits and a tick and a lot of one. */
export function listingDraft(
  fields: Pick<DraftOf<"list_instrument">, NamedListing> & Partial<DraftOf<"list_instrument">>,
): DraftOf<"list_instrument"> {
  return { ...LISTING, ...fields };
}

/** Opening limits that no test reaches: those of an instrument without limits of its own. */
export const WIDE_OPENING_LIMITS = {
  feeUpRatioE6: 0,
  costUpRatioE6: 0,
  positionShareE6: 1_000_000,
  symbolOrdersMax: 400,
  productOrdersMax: 400,
  positionsMax: 400,
  opensUntilMs: 0,
};
