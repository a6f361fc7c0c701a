/**
 * Rows of the specification's parameter tables as tests: each rule of each parameter is one test
 * against the gateway, with a request that would succeed but for the tested value.
 */
import { describe, expect, it } from "vitest";
import type { TestAnswer } from "../../../support/test-answer.ts";
import type { ExchangeFixture } from "../../../support/test-exchange.ts";
import { PARAMETERS } from "./specified-rows.ts";

/** Value of a parameter in the query or in the body. */
export type SentValue = string | number | boolean | null | readonly object[] | readonly string[];
export type Sent = Readonly<Record<string, SentValue | undefined>>;

/** A value, and the code of the response to it. */
export interface TriedValue {
  readonly title: string;
  readonly value: SentValue;
  readonly code: string;
}

export interface ParameterRules {
  /** Whether the table marks the parameter as required. */
  readonly isRequired: boolean;
  readonly tried: readonly TriedValue[];
}

export interface SpecifiedEndpoint {
  /** Heading of its table; absent where another test of the table has it. */
  readonly table?: keyof typeof PARAMETERS;
  readonly method: "GET" | "POST";
  readonly path: string;
  /** User whose key signs; absent for a public endpoint. */
  readonly user?: string;
  /** Parameters of a request that succeeds, different each time where the exchange demands it. */
  readonly valid: () => Sent;
  readonly parameters: Readonly<Record<string, ParameterRules>>;
  /** Whether the body is a list of objects; the tests send one. */
  readonly isList?: boolean;
}

const SUCCESS = "00000";
const MISSING = "40019";
const WRONG = "40020";
const UNKNOWN = "40034";
const NO_ID = "40402";
const OUT_OF_RANGE = "40053";

export function required(tried: readonly TriedValue[] = []): ParameterRules {
  return { isRequired: true, tried };
}

export function optional(tried: readonly TriedValue[] = []): ParameterRules {
  return { isRequired: false, tried };
}

export function accepted(title: string, value: SentValue): TriedValue {
  return { title: `${title} is accepted`, value, code: SUCCESS };
}

export function refused(title: string, value: SentValue, code: string): TriedValue {
  return { title: `${title} is refused with ${code}`, value, code };
}

/**
 * Values of parameters that both versions have, and refuse with codes of their own: `unknownWord`
 * for a word that is not in the list, `wrong` for whatever else cannot be read.
 */
export function triedValues({
  unknownWord,
  wrong,
}: {
  readonly unknownWord: string;
  readonly wrong: string;
}) {
  return {
    /** Every word of a list is accepted in any case; any other word is refused. */
    words(...values: readonly string[]): readonly TriedValue[] {
      return [
        ...values.map((value) => accepted(value, value)),
        accepted("another case", (values[0] ?? "").toUpperCase()),
        accepted("lower case", (values[0] ?? "").toLowerCase()),
        refused("a word that is not in the list", "no-such-word", unknownWord),
      ];
    },

    /** Names of one kind, `unknown` being the code for one that nothing has. */
    names(unknown: string, ...values: readonly string[]): readonly TriedValue[] {
      return [
        ...values.map((value) => accepted(value, value)),
        accepted("lower case", (values[0] ?? "").toLowerCase()),
        refused("a name that nothing has", "NOSUCHNAME", unknown),
        refused("41 characters", "X".repeat(41), wrong),
      ];
    },

    times(nowMs: number): readonly TriedValue[] {
      return [
        accepted("a time of the last hour", nowMs - 3_000_000),
        accepted("0", 0),
        refused("a word", "yesterday", wrong),
        refused("a fraction", `${nowMs}.5`, wrong),
        refused("14 digits", "17800000000000", OUT_OF_RANGE),
      ];
    },

    decimals(): readonly TriedValue[] {
      return [
        refused("a word", "much", wrong),
        refused("a negative number", "-1", wrong),
        refused("an exponent", "1e-2", wrong),
        refused("leading zeros", "01", wrong),
        refused("a comma", "1,5", wrong),
      ];
    },
  };
}

export const { decimals, names, times, words } = triedValues({
  unknownWord: UNKNOWN,
  wrong: WRONG,
});

/** Ids have at most 19 digits; one that was never issued finds nothing. */
export function ids(unknown: string = SUCCESS): readonly TriedValue[] {
  const never = { title: `an id that was never issued is answered ${unknown}`, code: unknown };
  return [
    { ...never, value: "1999999999999999999" },
    refused("letters", "abc", NO_ID),
    refused("a negative number", "-1", NO_ID),
    refused("20 digits", "10000000000000000000", NO_ID),
  ];
}

export function clientIds(unknown: string = SUCCESS): readonly TriedValue[] {
  const never = { title: `an id that was never used is answered ${unknown}`, code: unknown };
  return [
    { ...never, value: "never-used" },
    { ...never, title: `64 characters are answered ${unknown}`, value: "c".repeat(64) },
    refused("65 characters", "c".repeat(65), "40305"),
    refused("a space within", "a b", "40305"),
  ];
}

/** Rows of a page: beyond the maximum counts as the maximum, 0 as not sent (decision 0064). */
export function limits(max: number): readonly TriedValue[] {
  return [
    accepted("1", 1),
    accepted("the maximum", max),
    accepted("beyond the maximum", max + 1),
    accepted("0", 0),
    refused("a negative number", -1, OUT_OF_RANGE),
    refused("a fraction", "1.5", WRONG),
    refused("a word", "all", WRONG),
  ];
}

export function send(
  exchange: ExchangeFixture,
  endpoint: Pick<SpecifiedEndpoint, "method" | "path" | "user" | "isList">,
  sent: Sent,
): Promise<TestAnswer> {
  const { isList = false, method, path, user } = endpoint;
  if (method === "POST") return exchange.post(path, isList ? [sent] : sent, user);
  const entries = Object.entries(sent).filter(([, value]) => value !== undefined);
  return exchange.get(path, Object.fromEntries(entries) as Record<string, string>, user);
}

function codeOf({ code, msg }: TestAnswer): string {
  return code === SUCCESS ? code : `${code} ${msg}`;
}

async function expectCode(answer: Promise<TestAnswer>, code: string): Promise<void> {
  const received = codeOf(await answer);
  expect(received.startsWith(code), `expected ${code}, got ${received}`).toBe(true);
}

/** Makes the tests of an endpoint's table; `exchange` is started when they run. */
export function testParameters(exchange: () => ExchangeFixture, endpoint: SpecifiedEndpoint): void {
  const { isList = false, method, parameters, path, table, user, valid } = endpoint;
  const ask = (change: Sent) => send(exchange(), endpoint, { ...valid(), ...change });
  describe(`parameters of ${method} ${path}`, () => {
    if (table !== undefined) {
      it("every parameter of the table has tests, and no other", () =>
        expect(Object.keys(parameters).sort()).toEqual([...PARAMETERS[table]].sort()));
    }
    it("the table's example succeeds", () => expectCode(ask({}), SUCCESS));
    if (user !== undefined) {
      it("a request without a key is refused with 40001", async () => {
        const anonymous = { method, path, isList };
        await expectCode(send(exchange(), anonymous, valid()), "40001");
      });
    }
    it("a parameter that the table does not have is ignored", () =>
      expectCode(ask({ notInTheTable: "x" }), SUCCESS));
    for (const [name, { isRequired, tried }] of Object.entries(parameters)) {
      const code = isRequired ? MISSING : SUCCESS;
      const outcome = isRequired ? `refused with ${MISSING}` : "accepted";
      it(`${name}: missing is ${outcome}`, () => expectCode(ask({ [name]: undefined }), code));
      it(`${name}: empty is ${outcome}`, () => expectCode(ask({ [name]: "" }), code));
      if (method === "POST") {
        it(`${name}: null is ${outcome}`, () => expectCode(ask({ [name]: null }), code));
      }
      for (const { code: expected, title, value } of tried) {
        it(`${name}: ${title}`, () => expectCode(ask({ [name]: value }), expected));
      }
    }
  });
}

const DAY_MS = 86_400_000;

/** Makes the tests of the window of a list: order of the times, span, and the oldest start. */
export function testWindow(
  exchange: () => ExchangeFixture,
  endpoint: SpecifiedEndpoint,
  rules: {
    readonly spanDaysMax?: number;
    readonly ageDaysMax?: number;
    /** Title of the row of the specification that states the span. */
    readonly row?: string;
  },
): void {
  const { ageDaysMax, row, spanDaysMax } = rules;
  const ask = (window: (nowMs: number) => Sent) =>
    send(exchange(), endpoint, { ...endpoint.valid(), ...window(exchange().nowMs) });
  const expectWindow = (title: string, window: (nowMs: number) => Sent, code: string) =>
    it(`startTime, endTime: ${title}`, () => expectCode(ask(window), code));
  const from = (days: number, spanDays: number) => (nowMs: number) => {
    const startTime = nowMs - days * DAY_MS;
    return { startTime, endTime: startTime + spanDays * DAY_MS };
  };
  const stated = row === undefined ? "" : ` (${row})`;
  describe(`window of GET ${endpoint.path}${stated}`, () => {
    expectWindow("a start after the end is refused", from(1, -1), "40707");
    expectWindow("a start equal to the end is accepted", from(1, 0), SUCCESS);
    expectWindow(
      "a start of 0 with an end is accepted",
      (endTime) => ({ startTime: 0, endTime }),
      SUCCESS,
    );
    if (spanDaysMax !== undefined) {
      expectWindow(`${spanDaysMax} days are accepted`, from(spanDaysMax, spanDaysMax), SUCCESS);
      const beyond = ageDaysMax === undefined ? "00001" : "";
      if (beyond !== "") {
        expectWindow("a day more is refused", from(spanDaysMax + 1, spanDaysMax + 1), beyond);
      }
      expectWindow("a far end is refused", from(0, spanDaysMax + 1), "00001");
    } else {
      expectWindow("a year is accepted", from(365, 365), SUCCESS);
    }
    if (ageDaysMax !== undefined) {
      expectWindow(`older than ${ageDaysMax} days is refused`, from(ageDaysMax + 1, 1), "40704");
    }
  });
}
