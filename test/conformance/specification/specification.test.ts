/** Compares the rows that conformance tests name with the specification, both ways. */
import { describe, expect, it } from "vitest";
import { listEndpoints } from "../../../src/gateway/list-endpoints.ts";
import { SPECIFIED } from "../../../tools/api-coverage/specified.ts";
import { BEYOND_TABLES, FIELDS, PARAMETERS } from "../specification-v2/support/specified-rows.ts";
import * as v2 from "../specification-v2/support/specified-rules.ts";
import * as v3 from "../specification-v3/support/specified-rules.ts";
import { readNamedRows } from "./named-rows.ts";
import {
  HAS_SPECIFICATION,
  readSpecification,
  type Statement,
  withoutParentheses,
} from "./read-specification.ts";
import {
  LISTED_FIELDS,
  LISTED_PARAMETERS,
  RESOURCES,
  SUMMARIES,
  WITHOUT_RULE,
} from "./specified-headings.ts";

type Table = keyof typeof PARAMETERS;

/** A row of the lists of rules. */
interface Rule {
  /** Section and name, as titles of tests begin. */
  readonly title: string;
  readonly version: "v2" | "v3";
  readonly heading: string;
  /** Words by which the specification states it. */
  readonly words: string;
}

type Rules = Readonly<Record<string, Readonly<Record<string, string>>>>;

function rulesOf(version: Rule["version"], rules: Rules, headings: object): readonly Rule[] {
  const named = headings as Readonly<Record<string, string>>;
  return Object.entries(rules).flatMap(([section, rows]) =>
    Object.entries(rows).map(([name, words]) => {
      const heading = named[section] ?? section;
      return { title: `${section} ${name}`, version, heading, words };
    }),
  );
}

const RULES: readonly Rule[] = [
  ...rulesOf("v2", v2.RULES, v2.HEADINGS),
  ...rulesOf("v3", v3.RULES, v3.HEADINGS),
];
const TABLES = Object.keys(PARAMETERS) as readonly Table[];

describe("every row of the lists has a test", () => {
  const named = readNamedRows();

  it.each(RULES)("$version, $title", ({ title, version }) => {
    expect(named.rules[version]).toContain(title);
  });

  it.each(Object.keys(FIELDS))("the fields of %s", (resource) => {
    expect(named.resources).toContain(resource);
  });

  it.each(TABLES)("the parameters of %s", (table) => expect(named.tables).toContain(table));
});

/** Names of a list in the specification, such as "a (with a meaning), b". */
function namesIn(list: string): readonly string[] {
  const plain = withoutParentheses(list.replaceAll(/: \[\{.*\}\]/g, ""));
  return plain.split(", ").map((name) => name.replace(/:.*$/, "").trim());
}

function patternOf(
  lists: readonly (readonly [string, RegExp, string])[],
  { heading, text }: Statement,
): readonly (readonly [string, readonly string[]])[] {
  return lists.flatMap(([listed, pattern, name]) => {
    const [, ...groups] = (heading === listed ? pattern.exec(text) : null) ?? [];
    return groups.length === 0 ? [] : [[name, groups.flatMap((group) => namesIn(group ?? ""))]];
  });
}

const STATEMENTS = HAS_SPECIFICATION ? readSpecification() : [];
const HEADINGS = [...new Set(STATEMENTS.map(({ heading }) => heading))];
const ENDPOINT = /^(GET|POST) (\/api\/v[23]\/[\w/-]+)/;
const ENDPOINTS = /(GET|POST) \/api\/v[23]\/[\w/-]+/g;
const RATE = /^Rate limit (\d+)\/s per (UID|User ID|IP)/;

const isFields = ({ columns: [title = ""] }: Statement) => title === "Field";
const isParameters = ({ columns: [title = ""] }: Statement) => title === "Parameter";

/** Names in the first column of the rows of a table. */
function columnOf(statements: readonly Statement[]): readonly string[] {
  return statements.flatMap(({ cells: [first = ""] }) => namesIn(first));
}

function endpointOf(text: string) {
  const [, method, path = ""] = ENDPOINT.exec(text) ?? [];
  return listEndpoints().find((one) => one.method === method && one.paths.includes(path));
}

/** Whether a list, a rule or the server has what a statement states. */
function isNamed(statement: Statement): boolean {
  const { heading, text } = statement;
  if (SUMMARIES.includes(heading)) return true;
  if (isFields(statement)) return heading in RESOURCES || heading in PARAMETERS;
  if (isParameters(statement)) return heading in PARAMETERS;
  if (patternOf([...LISTED_FIELDS, ...LISTED_PARAMETERS], statement).length > 0) return true;
  if (RULES.some((rule) => rule.heading === heading && text.includes(rule.words))) return true;
  if (statement.columns.length > 0) return false;
  if (ENDPOINT.test(text)) return endpointOf(text) !== undefined;
  if (RATE.test(text)) return true;
  return Object.values(WITHOUT_RULE).some((patterns) =>
    patterns.some((pattern) => pattern.test(text)),
  );
}

/** Heading of each resource that has a table, and of each table of parameters. */
const TABLE_OF_RESOURCES = Object.entries(RESOURCES);

describe.skipIf(!HAS_SPECIFICATION)("the specification (skipped without ../shared)", () => {
  it.each(HEADINGS)("every statement of %s is named", (heading) => {
    const statements = STATEMENTS.filter((statement) => statement.heading === heading);
    expect(statements.filter((one) => !isNamed(one)).map(({ text }) => text)).toEqual([]);
  });

  it.each(RULES)("$version, $title: states it once", ({ heading, words }) => {
    const found = STATEMENTS.filter((one) => one.heading === heading && one.text.includes(words));
    expect(found).toHaveLength(1);
  });

  it.each(TABLE_OF_RESOURCES)("fields of %s: %o", (heading, resources) => {
    const rows = STATEMENTS.filter((one) => one.heading === heading && isFields(one));
    const named = new Set(resources.flatMap((resource) => FIELDS[resource] as readonly string[]));
    const specified = new Set(columnOf(rows));
    expect([...specified].filter((name) => !named.has(name))).toEqual([]);
    expect([...named].filter((name) => !specified.has(name))).toEqual([]);
  });

  it.each([...new Set(LISTED_FIELDS.map(([, , resource]) => resource))])(
    "fields of %s, which a sentence lists",
    (resource) => {
      const found = STATEMENTS.flatMap((one) => patternOf(LISTED_FIELDS, one));
      const lists = found.filter(([name]) => name === resource);
      expect(lists.map(([, names]) => names.toSorted())).toEqual([FIELDS[resource].toSorted()]);
    },
  );

  it("every resource is that of a table or of a sentence", () => {
    const listed = LISTED_FIELDS.map(([, , resource]) => resource);
    const known = [...Object.values(RESOURCES).flat(), ...listed];
    expect(known.toSorted()).toEqual(Object.keys(FIELDS).sort());
  });

  it.each(TABLES)("parameters of %s", (table) => {
    const rows = STATEMENTS.filter(({ heading }) => heading === table);
    const inTable = columnOf(rows.filter((one) => isParameters(one) || isFields(one)));
    const listed = STATEMENTS.flatMap((one) => patternOf(LISTED_PARAMETERS, one));
    const inText = listed.filter(([name]) => name === table).flatMap(([, names]) => names);
    const beyond = BEYOND_TABLES[table];
    const specified = [...inTable, ...inText, ...(beyond === undefined ? [] : [beyond])];
    expect([...PARAMETERS[table]].sort()).toEqual(specified.toSorted());
  });

  it("the coverage page marks the endpoints that it names", () => {
    const paths = STATEMENTS.flatMap(({ text }) => text.match(ENDPOINTS) ?? []);
    expect([...new Set(paths)].sort()).toEqual([...SPECIFIED].sort());
  });

  const rated = STATEMENTS.filter(({ text }) => RATE.test(text));
  it.each(rated)("$heading: $text", ({ heading, text }) => {
    const first = STATEMENTS.find((one) => one.heading === heading && ENDPOINT.test(one.text));
    const [, perSecond, per] = RATE.exec(text) ?? [];
    const limit = { perSecond: Number(perSecond), per: per === "IP" ? "ip" : "uid" };
    expect(endpointOf(first?.text ?? "")?.limit).toMatchObject(limit);
  });
});
