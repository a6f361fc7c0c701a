/** Rows of the specification's field tables as tests: each field of a resource is one test. */
import { describe, expect, it } from "vitest";
import { FIELDS } from "./specified-rows.ts";

export type Resource = Readonly<Record<string, unknown>>;

/** A field's texts: a pattern, a list of words, or a check of one value. */
export type FieldRule = RegExp | readonly unknown[] | ((value: unknown, row: Resource) => boolean);

export const TEXT = /^[^\s].*$/;
export const MAYBE = /^.*$/;
export const ID = /^\d{19}$/;
export const NUMBER = /^-?\d+(\.\d+)?$/;
export const MAYBE_NUMBER = /^(-?\d+(\.\d+)?)?$/;
export const TIME = /^\d{13}$/;

function holds(rule: FieldRule, value: unknown, row: Resource): boolean {
  if (rule instanceof RegExp) return typeof value === "string" && rule.test(value);
  return typeof rule === "function" ? rule(value, row) : rule.includes(value);
}

/** Makes one test per field; `rows` reads samples, of which there must be at least one. */
export function testFields(
  resource: keyof typeof FIELDS,
  rows: () => readonly Resource[],
  fields: Readonly<Record<string, FieldRule>>,
): void {
  describe(`fields of ${resource}`, () => {
    it("every field of the table has a test, and no other", () =>
      expect(Object.keys(fields).sort()).toEqual([...FIELDS[resource]].sort()));
    it("there are samples", () => expect(rows().length).toBeGreaterThan(0));
    for (const [name, rule] of Object.entries(fields)) {
      it(`${name} is as the table says`, () => {
        for (const row of rows()) {
          expect(holds(rule, row[name], row), `${name}: ${JSON.stringify(row[name])}`).toBe(true);
        }
      });
    }
  });
}
