/**
 * Questions that a user answers before the advanced mode of the unified account. The specification
 * requires a questionnaire and does not show it; these are about what the mode changes.
 */

/** A question with its choices, of which one is right. */
export type Question = {
  readonly id: string;
  readonly text: string;
  readonly choices: readonly string[];
  /** Index of the right choice. */
  readonly right: number;
};

export const QUESTIONS: readonly Question[] = [
  {
    id: "shared-margin",
    text: "In advanced mode, what is margin for your futures positions and loans?",
    choices: [
      "The USDT that I set aside for each position",
      "All coins of the unified account together, each at the discount of its tier",
      "Only coins in the funding wallet",
    ],
    right: 1,
  },
  {
    id: "liquidation",
    text: "What happens when the maintenance margin reaches the effective equity?",
    choices: [
      "New orders are refused, and nothing else happens",
      "The exchange lends what is missing without interest",
      "Orders are cancelled, and positions are liquidated until the account is safe",
    ],
    right: 2,
  },
  {
    id: "borrowing",
    text: "You sell more of a coin than you own in a margin order. What follows?",
    choices: [
      "You owe the difference, and it bears interest every hour",
      "The order fills only for what you own",
      "The difference is free for a day",
    ],
    right: 0,
  },
  {
    id: "leverage",
    text: "A position of 10,000 USDT has a leverage of 20. What does a fall of 5 % cost?",
    choices: ["25 USDT", "500 USDT, which is the whole initial margin", "50 USDT"],
    right: 1,
  },
];
