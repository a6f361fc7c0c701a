/** Stories of orders and liquidations, as `/terminal/v1/story` and its relatives answer them. */
import { get } from "../../wire/rest.ts";

/** A step of a story; members without a value are empty. */
export type StoryStep = Readonly<
  Record<
    | "time"
    | "seq"
    | "kind"
    | "orderId"
    | "symbol"
    | "side"
    | "price"
    | "priceBefore"
    | "size"
    | "sizeBefore"
    | "triggerPrice"
    | "triggerPriceBefore"
    | "markPrice"
    | "markLow"
    | "markHigh"
    | "indexLow"
    | "indexHigh"
    | "coin"
    | "amount"
    | "toCoin"
    | "toAmount"
    | "equity"
    | "maintenance"
    | "fee"
    | "feeCoin"
    | "role"
    | "counterparty"
    | "reason"
    | "words"
    | "sender",
    string
  >
>;

export type Story = {
  readonly symbol: string;
  readonly status: string;
  /** Liquidation that placed or cancelled the order, or the liquidation itself; empty for none. */
  readonly liquidationId: string;
  readonly steps: readonly StoryStep[];
  /** Whether no step is left out. */
  readonly isComplete: boolean;
};

export type StorySubject = { readonly orderId: string } | { readonly liquidationId: string };

/** Loads a story. Rejects with `WireFailure`. */
export function loadStory(subject: StorySubject): Promise<Story> {
  return "orderId" in subject
    ? get<Story>("/terminal/v1/story", { orderId: subject.orderId })
    : get<Story>("/terminal/v1/liquidation-story", { liquidationId: subject.liquidationId });
}
