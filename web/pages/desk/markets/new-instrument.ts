/** A new instrument as a person writes it, and the act that lists it. */
import { spacedWords } from "../../../state/spaced-words.ts";
import type { Act } from "../acts/asked-act.ts";
import { labelsOf } from "../acts/changes.ts";

export const CATEGORIES = [
  ["spot", "Spot"],
  ["usdt_futures", "USDT futures"],
  ["usdc_futures", "USDC futures"],
  ["coin_futures", "Coin futures"],
  ["susdt_futures", "Practice USDT futures"],
  ["susdc_futures", "Practice USDC futures"],
  ["scoin_futures", "Practice coin futures"],
] as const;
export type Category = (typeof CATEGORIES)[number][0];

type Kind = "code" | "decimal" | "whole";

type ListingTerm = {
  /** Member of the request; `maker` and `taker` are members of its `listedFees`. */
  readonly name: string;
  readonly label: string;
  readonly kind: Kind;
  readonly isOptional?: boolean;
  readonly hint?: string;
};

const ALWAYS: readonly ListingTerm[] = [
  { name: "symbol", label: "Symbol", kind: "code", hint: "Such as ZECUSDT" },
  { name: "base", label: "Base coin", kind: "code", hint: "A listed coin such as ZEC" },
];
const TERMS: readonly ListingTerm[] = [
  { name: "priceStep", label: "Price step", kind: "decimal", hint: "Never changes" },
  { name: "sizeStep", label: "Size step", kind: "decimal", hint: "Never changes" },
  { name: "sizeMin", label: "Smallest size", kind: "decimal" },
  { name: "sizeMax", label: "Largest size", kind: "decimal" },
  { name: "marketSizeMax", label: "Largest market order", kind: "decimal", isOptional: true },
  { name: "notionalMin", label: "Smallest notional", kind: "decimal", isOptional: true },
  { name: "maker", label: "Highest maker fee", kind: "decimal", hint: "0.001 is 0.1 %" },
  { name: "taker", label: "Highest taker fee", kind: "decimal", hint: "0.001 is 0.1 %" },
  { name: "buyBand", label: "Price band of buys", kind: "decimal", hint: "0.05 is 5 %" },
  { name: "sellBand", label: "Price band of sells", kind: "decimal", hint: "0.05 is 5 %" },
];
const QUOTE: ListingTerm = {
  ...{ name: "quote", label: "Quote coin", hint: "A listed coin such as USDT" },
  kind: "code",
};
const CONTRACT: readonly ListingTerm[] = [
  { name: "leverageMin", label: "Lowest leverage", kind: "whole", isOptional: true },
  { name: "leverageMax", label: "Highest leverage", kind: "whole", isOptional: true },
  {
    ...{ name: "fundingIntervalHours", label: "Hours between funding", kind: "whole" },
    ...{ isOptional: true, hint: "8 when empty" },
  },
];

/** Returns the terms that an instrument of a category needs or can have. */
export function listingTerms(category: Category): readonly ListingTerm[] {
  return category === "spot" ? [...ALWAYS, QUOTE, ...TERMS] : [...ALWAYS, ...TERMS, ...CONTRACT];
}

export type WrittenInstrument = {
  readonly category: Category;
  readonly realm: "live" | "demo";
  /** Texts by the names of terms. */
  readonly texts: Readonly<Record<string, string>>;
};

const FORMS: Readonly<Record<Kind, readonly [form: RegExp, words: string]>> = {
  code: [/^[A-Z0-9]{2,32}$/, "Write upper-case letters and digits"],
  decimal: [/^\d{1,20}(\.\d{1,20})?$/, "Write a number such as 0.25"],
  whole: [/^\d{1,15}$/, "Write a whole number"],
};

/** Returns a text as it is sent: codes in capitals. */
function textOf({ texts }: WrittenInstrument, { kind, name }: ListingTerm): string {
  const text = (texts[name] ?? "").trim();
  return kind === "code" ? text.toUpperCase() : text;
}

/** Returns what is wrong with a written term; undefined for a good or empty one. */
export function termFault(written: WrittenInstrument, term: ListingTerm): string | undefined {
  const text = textOf(written, term);
  const [form, words] = FORMS[term.kind];
  return text === "" || form.test(text) ? undefined : words;
}

/** Returns the act that lists an instrument; undefined until it is complete and without faults. */
export function listingAct(written: WrittenInstrument, onDone: () => void): Act | undefined {
  const { category, realm } = written;
  const body: Record<string, unknown> = { category, realm };
  const fees: Record<string, string> = {};
  for (const term of listingTerms(category)) {
    const text = textOf(written, term);
    if (text === "" && term.isOptional === true) continue;
    if (text === "" || termFault(written, term) !== undefined) return undefined;
    const isFee = term.name === "maker" || term.name === "taker";
    if (isFee) fees[term.name] = text;
    else body[term.name] = term.kind === "whole" ? Number(text) : text;
  }
  const symbol = String(body["symbol"]);
  return {
    title: `List ${symbol}`,
    effects: [
      `${symbol} becomes an instrument of ${spacedWords(category)} in the ${realm} realm.`,
      "Its steps and highest fees never change, and it is never removed: it can be delisted.",
      "It is offline with careful guards. Set an index price, then set it online.",
    ],
    method: "POST",
    path: "/instruments",
    body: { ...body, listedFees: fees },
    labels: labelsOf(listingTerms(category)),
    repeat: symbol,
    done: () => `${symbol} is listed and offline`,
    onDone,
  };
}
