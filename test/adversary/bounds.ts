/**
 * The most that each attack may bring and cost, in dollars, for the sizes that its script uses.
 * `docs/risk-bounds.md` quotes this table.
 */
export type Bound = {
  /** Joint gain of the attackers. */
  readonly profit: number;
  /** Loss of the exchange: house account, insurance funds, lending pools. */
  readonly house: number;
  /** Loss of each honest person. */
  readonly bystander: number;
  /** How the figures follow from the terms of the default market. */
  readonly formula: string;
};

const EXACT = { profit: 0, house: 0, bystander: 0 } as const;

export const BOUNDS = {
  "borrowed money trades far from the index": {
    ...EXACT,
    formula: "an order on margin trades within the collateral band; what it may lose is its own",
  },
  "a resting order at high leverage fills far from mark": {
    ...EXACT,
    formula: "an order that rests reserves its loss against mark; a fill it cannot bear ends it",
  },
  "others are deleveraged for a loss that was arranged": {
    ...EXACT,
    formula: "as above: no loss arises, so nobody is deleveraged",
  },
  "a reduce-only order outlives the money behind it": {
    ...EXACT,
    formula: "a closing order beyond bankruptcy is ended when it would fill",
  },
  "stops on spot are hunted": {
    ...EXACT,
    profit: 3_000,
    bystander: 3_200,
    formula: "5 % band × index × size of the stop; the stop pays its fee besides",
  },
  "a forced sale meets absurd bids": {
    profit: 2_600,
    house: 0,
    bystander: 4_200,
    formula: "haircut × value that is sold or bought; the account pays fees of liquidation besides",
  },
  "the mark price of a thin book is walked away": {
    ...EXACT,
    formula: "mark stays within 0.5 % of the index, far from the liquidation price of 10x",
  },
  "paper profit of a pumped contract is lent against": {
    ...EXACT,
    formula: "cap of mark × notional is below the margin that stays",
  },
  "the winner withdraws the margin before the price turns": {
    ...EXACT,
    formula: "size × index × max(0, jump − share of notional that stays in the account)",
  },
  "a debt is repaid at a stale index": {
    ...EXACT,
    formula: "a repayment with another coin needs index prices of the last 5 seconds",
  },
  "a debt is repaid at an index of some seconds ago": {
    profit: 4_005,
    house: 4_005,
    bystander: 0,
    formula: "repaid × (move − spread × (1 − move)): 1,000,000 in an hour, 0.5 % in 5 seconds",
  },
} as const satisfies Readonly<Record<string, Bound>>;

export type AttackName = keyof typeof BOUNDS;
