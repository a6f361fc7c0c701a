/** Changes of terms that a person writes: what they send, and what the person reads before. */

/**
 * `signed` is a decimal that may be below zero; `whole` is sent as a number; `time` is an ISO time
 * or empty; `text` is sent as written.
 */
export type TermKind = "decimal" | "signed" | "whole" | "time" | "text";

/** A term that can be changed, with its present value. */
export type Term = {
  /** Member of the request. */
  readonly name: string;
  readonly label: string;
  readonly kind: TermKind;
  readonly value: string;
  readonly hint?: string | undefined;
};

export type Changes = {
  /** Members to send: the changed terms. */
  readonly body: Readonly<Record<string, string | number>>;
  /** One sentence for each changed term. */
  readonly effects: readonly string[];
  /** What is wrong with a written value, by the name of its term. */
  readonly faults: Readonly<Record<string, string>>;
};

const FORMS: Readonly<Record<TermKind, readonly [form: RegExp, words: string]>> = {
  decimal: [/^\d{1,20}(\.\d{1,20})?$/, "Write a number such as 0.25"],
  signed: [/^-?\d{1,20}(\.\d{1,20})?$/, "Write a number such as -0.25"],
  whole: [/^\d{1,15}$/, "Write a whole number"],
  time: [
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z)?$/,
    "Write a time such as 2030-12-31T08:00:00Z",
  ],
  text: [/^.*$/, ""],
};

/** Whether a kind of term is a number, which is never empty. */
export function isNumberKind(kind: TermKind): boolean {
  return kind !== "time" && kind !== "text";
}

/** Returns the changes that written values make to terms; spaces around a value do not count. */
export function changesOf(
  terms: readonly Term[],
  written: Readonly<Record<string, string>>,
): Changes {
  const body: Record<string, string | number> = {};
  const effects: string[] = [];
  const faults: Record<string, string> = {};
  for (const { kind, label, name, value } of terms) {
    const text = (written[name] ?? value).trim();
    if (text === value) continue;
    const [form, words] = FORMS[kind];
    if (!form.test(text)) {
      faults[name] = words;
      continue;
    }
    body[name] = kind === "whole" ? Number(text) : text;
    effects.push(`${label}: ${value || "none"} → ${text || "none"}`);
  }
  return { body, effects, faults };
}

/** Returns the body with every term: the changed ones and the present values of the others. */
export function completeBody(
  terms: readonly Term[],
  changed: Changes["body"],
): Readonly<Record<string, string | number>> {
  const present = terms.map(({ kind, name, value }) => {
    return [name, kind === "whole" ? Number(value) : value] as const;
  });
  return { ...Object.fromEntries(present), ...changed };
}

/** Member of a request in a message: with a capital inside, or before what it must be. */
const MEMBER = /\b[a-z]+[A-Z]\w*|^[a-z]\w*(?= must )/g;

/** Returns a message of the exchange with the labels of the form instead of its members. */
export function labelledText(
  message: string,
  labels: Readonly<Record<string, string>> = {},
): string {
  return message.replaceAll(MEMBER, (name) => {
    const label = labels[name];
    return label === undefined ? name : `"${label}"`;
  });
}

/** Returns the labels of terms by their names. */
export function labelsOf(
  terms: readonly Pick<Term, "label" | "name">[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(terms.map(({ label, name }) => [name, label]));
}
