/** Every endpoint, flag, command, metric and event that docs/operations.md names exists. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Command as Program } from "commander";
import { describe, expect, it } from "vitest";
import { bourseProgram } from "../../cli/bourse-program.ts";
import { ADMIN_ENDPOINT_GROUPS, ADMIN_ENDPOINTS } from "../../src/ops/admin-endpoints.ts";
import { BROWSER_SESSION_ROUTES } from "../../src/ops/browser-session-routes.ts";
import { documentedMetrics } from "../support/documented-metrics.ts";
import { NODE_FLAGS } from "../support/node-flags.ts";
import { documentBlocks } from "./support/document-blocks.ts";

const DOCS = resolve(import.meta.dirname, "../../docs");
const read = (name: string): string => readFileSync(join(DOCS, name), "utf8");

const text = read("operations.md");
const commands = documentBlocks(text).flatMap(({ lines }) => lines);
/** Texts in backticks, with line breaks as spaces. */
const spans = Array.from(text.matchAll(/(?<!`)`([^`]+)`(?!`)/g), ([, span = ""]) =>
  span.replaceAll(/\s+/g, " "),
);

const ADMIN_PREFIX = "/admin/v1";
const OTHER_ROUTES = [
  "GET /health/live",
  "GET /health/ready",
  "GET /metrics",
  `GET ${ADMIN_PREFIX}`,
];
const ROUTES = [...BROWSER_SESSION_ROUTES, ...ADMIN_ENDPOINTS].map(
  ({ method, path }) => `${method} ${ADMIN_PREFIX}${path}`,
);

/** Whether a documented path, in which `UID` or `{uid}` stand for values, is that of a route. */
function isPathOf(route: string, documented: string): boolean {
  const [parts, words] = [route, documented].map((path) => path.split("/")) as [string[], string[]];
  const isPlaceholder = (word: string): boolean => /^([A-Z]+|\{\w+\})$/.test(word);
  const isSame = (part: string, at: number): boolean =>
    part.startsWith(":") ? isPlaceholder(words[at] ?? "") : part === words[at];
  return parts.length === words.length && parts.every(isSame);
}

/** Returns the full path of a documented one, without its query. */
function fullPath(documented: string): string {
  const [path = ""] = documented.split("?");
  return path.startsWith("/") ? path : `${ADMIN_PREFIX}/${path}`;
}

/** Each command of the tree that does something, by its names from the top. */
function commandsBelow(program: Program, above: readonly string[] = []): Map<string, Program> {
  const found = new Map<string, Program>();
  for (const command of program.commands) {
    const names = [...above, command.name()];
    if (command.commands.length === 0) found.set(names.join(" "), command);
    for (const [name, below] of commandsBelow(command, names)) found.set(name, below);
  }
  return found;
}

const cliCommands = commandsBelow(bourseProgram());
/** A command that another name stands for when no subcommand is given. */
const IMPLIED = new Map([["time", "time show"]]);

/** Returns the command that a text after `bourse` begins with; undefined when there is none. */
function cliCommandOf(words: string): string | undefined {
  const [first = "", second = ""] = words.split(/\s+/);
  const names = [`${first} ${second}`, first];
  return names.map((name) => IMPLIED.get(name) ?? name).find((name) => cliCommands.has(name));
}

const bourseCommands = commands.flatMap((command) => {
  const [, rest] = /^npm run bourse -- (.*)/s.exec(command) ?? [];
  return rest === undefined ? [] : [rest];
});

describe("docs/operations.md names what exists", () => {
  it("endpoints with their method", () => {
    const named = spans.filter((span) => /^(GET|POST|PUT|DELETE) /.test(span));
    expect(named.length).toBeGreaterThan(40);
    const unknown = named.filter((span) => {
      const [method = "", path = ""] = span.split(" ");
      const documented = `${method} ${fullPath(path)}`;
      return ![...OTHER_ROUTES, ...ROUTES].some((route) => isPathOf(route, documented));
    });
    expect(unknown).toEqual([]);
  });

  it("paths of endpoints", () => {
    const [, adminApi = ""] = text.split("\n## Admin API\n");
    const firsts = new Set(ADMIN_ENDPOINTS.map(({ path }) => path.split("/")[1]));
    const named = spans.filter(
      (span) =>
        adminApi.includes(`\`${span}\``) &&
        /^[a-z0-9-]+\/[\w/{}-]+(\?\S*)?$/.test(span) &&
        firsts.has(span.split("/")[0]),
    );
    expect(named.length).toBeGreaterThan(30);
    const paths = ADMIN_ENDPOINTS.map(({ path }) => `${ADMIN_PREFIX}${path}`);
    expect(named.filter((span) => !paths.some((path) => isPathOf(path, fullPath(span))))).toEqual(
      [],
    );
  });

  it("flags of the exchange and of its commands", () => {
    const known = new Set([
      ...[...cliCommands.values()].flatMap(({ options }) => options.map(({ long }) => long)),
      ...NODE_FLAGS.map((flag) => flag.split("=")[0]),
    ]);
    const ours = commands.filter((command) => /^npm (start|run bourse) /.test(command));
    const named = [...spans, ...ours].flatMap(
      (part) => part.match(/(?<!\S)--[a-z][a-z0-9-]*/g) ?? [],
    );
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter((flag) => !known.has(flag))).toEqual([]);
  });

  it("commands of the command line", () => {
    const inProse = spans.flatMap((span) => {
      const [, rest] = /^(?:npm run )?bourse (?:-- )?(.+)$/.exec(span) ?? [];
      return rest === undefined || rest === "commands" ? [] : [rest];
    });
    expect(inProse.length).toBeGreaterThan(5);
    const named = [...inProse, ...bourseCommands];
    expect(named.filter((words) => cliCommandOf(words) === undefined)).toEqual([]);
  });

  it("metrics", () => {
    const known = documentedMetrics().map(({ name }) => name);
    const named = text.match(/\bbourse_\w+/g) ?? [];
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });

  it("events of the log, where something is wrong", () => {
    const [, rest = ""] = text.split("\n## When something is wrong\n");
    const [section = ""] = rest.split("\n## ");
    const known = read("log-events.md") + read("messages.md");
    const words = Array.from(section.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g), ([, word = ""]) => word);
    const named = words.filter((word) => !word.startsWith("bourse_"));
    expect(named.length).toBeGreaterThan(20);
    // A code of the event `fatal` is recorded behind its name.
    const isKnown = (name: string): boolean =>
      [`\`${name}\``, `\`fatal ${name}\``].some((code) => known.includes(code));
    expect(named.filter((name) => !isKnown(name))).toEqual([]);
  });
});

describe("docs/operations.md leads to everything", () => {
  it("each command of the command line appears in a block", () => {
    const shown = new Set(bourseCommands.map(cliCommandOf));
    expect([...cliCommands.keys()].filter((name) => !shown.has(name))).toEqual([]);
  });

  it("each group of endpoints is on the page that it links", () => {
    expect(text).toContain("(admin-api.md)");
    const page = read("admin-api.md");
    const titles = ADMIN_ENDPOINT_GROUPS.map(({ title }) => `\n## ${title}\n`);
    expect(titles.filter((title) => !page.includes(title))).toEqual([]);
  });
});
