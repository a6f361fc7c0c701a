import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Endpoint } from "../../src/gateway/http/endpoint.ts";
import type { EndpointGroup, NotOfferedGroup } from "../../src/gateway/interface/endpoint-group.ts";
import { INTERFACE_V2 } from "../../src/gateway/interface/interface-v2.ts";
import { INTERFACE_V3 } from "../../src/gateway/interface/interface-v3.ts";
import { NOT_OFFERED_V2 } from "../../src/gateway/interface/not-offered-v2.ts";
import { NOT_OFFERED_V3 } from "../../src/gateway/interface/not-offered-v3.ts";
import {
  listEndpoints,
  listSessionEndpoints,
  listStreams,
} from "../../src/gateway/list-endpoints.ts";
import { readChannelRequest } from "../../src/gateway/websocket/channel-request.ts";
import { TRADE_CHANNELS_V2 } from "../../src/gateway/websocket/trade-operations-v2.ts";
import { TRADE_TOPICS_V3 } from "../../src/gateway/websocket/trade-operations-v3.ts";
import {
  FIELDS,
  PARAMETERS,
} from "../../test/conformance/specification-v2/support/specified-rows.ts";
import * as v2Rules from "../../test/conformance/specification-v2/support/specified-rules.ts";
import * as v3Rules from "../../test/conformance/specification-v3/support/specified-rules.ts";
import type { SourceFile } from "../tidy/repository.ts";
import { parseSource } from "../tidy/syntax.ts";
import {
  INTERFACE_CHANNELS,
  INTERFACE_OPERATIONS,
  NOT_OFFERED_CHANNELS,
} from "./interface-channels.ts";
import { type Claim, readClaims } from "./read-claims.ts";
import { SPECIFIED } from "./specified.ts";

/** Where the page stands, from the repository's root. */
export const COVERAGE_PATH = "docs/api-coverage.md";
const TESTS = "test/conformance";

type Status = "built" | "missing" | "not offered";

interface Entry {
  readonly name: string;
  readonly status: Status;
  /** All names under which it may be claimed. */
  readonly aliases: readonly string[];
}

function sourcesIn(root: string, folder: string, ending: string): SourceFile[] {
  const files = readdirSync(join(root, folder)).filter((name) => name.endsWith(ending));
  return files.sort().map((name) => {
    const path = `${folder}/${name}`;
    const text = readFileSync(join(root, path), "utf8");
    return { path, text, tree: parseSource(text) };
  });
}

/** The conformance tests under `root`. */
export const conformanceTests = (root: string): SourceFile[] => sourcesIn(root, TESTS, ".test.ts");

/** What the conformance tests share. */
export const conformanceSupport = (root: string): SourceFile[] =>
  sourcesIn(root, `${TESTS}/support`, ".ts");

/** Every claim of the conformance tests under `root`. */
export function claimsOf(root: string): Claim[] {
  return conformanceTests(root).flatMap(readClaims);
}

const routesOf = ({ method, paths }: Endpoint): string[] =>
  paths.map((path) => `${method} ${path}`);

/** Prefix of the endpoints of the terminal, which are no part of the wire interface. */
const TERMINAL = "/terminal/";

const isOfTerminal = ({ paths }: Endpoint): boolean => paths[0].startsWith(TERMINAL);

function builtRoutes(): ReadonlyMap<string, readonly string[]> {
  const routes = new Map<string, readonly string[]>();
  for (const endpoint of listEndpoints()) {
    if (isOfTerminal(endpoint)) continue;
    const aliases = routesOf(endpoint);
    for (const route of aliases) routes.set(route, aliases);
  }
  return routes;
}

function channelEntry(name: string, arg: Readonly<Record<string, string>>): Entry {
  const accepted = readChannelRequest(arg) !== undefined;
  const absent = NOT_OFFERED_CHANNELS.has(name) ? "not offered" : "missing";
  return { name, status: accepted ? "built" : absent, aliases: [name] };
}

function operationEntry(name: string): Entry {
  const [version, , topic = ""] = name.split(" ");
  const topics: readonly string[] = version === "v2" ? TRADE_CHANNELS_V2 : TRADE_TOPICS_V3;
  return { name, status: topics.includes(topic) ? "built" : "missing", aliases: [name] };
}

function provenBy(entry: Entry, claims: readonly Claim[]): string {
  const files = new Map<string, string>();
  for (const { method, served, path, isRefusal } of claims) {
    if (isRefusal || !entry.aliases.includes(served)) continue;
    if (!files.has(method)) files.set(method, path);
  }
  const links = [...files].sort(([one], [other]) => (one < other ? -1 : 1));
  return links.map(([method, path]) => `[${method}](../${path})`).join(", ");
}

function table(entries: readonly Entry[], claims: readonly Claim[]): string {
  const rows = entries.map((entry) => {
    const mark = entry.aliases.some((name) => SPECIFIED.has(name)) ? "yes" : "";
    return `| \`${entry.name}\` | ${mark} | ${entry.status} | ${provenBy(entry, claims)} |`;
  });
  return ["| name | specified | status | proven by |", "|---|---|---|---|", ...rows].join("\n");
}

function summaryRow(title: string, entries: readonly Entry[], claims: readonly Claim[]): string {
  const count = (status: Status): number =>
    entries.filter((entry) => entry.status === status).length;
  const proven = entries.filter((entry) => provenBy(entry, claims) !== "");
  const counts = [count("built"), proven.length, count("missing"), count("not offered")];
  return `| ${title} | ${entries.length} | ${counts.join(" | ")} |`;
}

function groupEntries(
  groups: readonly (EndpointGroup | NotOfferedGroup)[],
  built: ReadonlyMap<string, readonly string[]>,
): { title: string; entries: Entry[] }[] {
  return groups.map((group) => {
    const absent = "notOffered" in group ? "not offered" : "missing";
    const entries = group.endpoints.map((name): Entry => {
      const aliases = built.get(name);
      return { name, status: aliases ? "built" : absent, aliases: aliases ?? [name] };
    });
    return { title: group.title, entries };
  });
}

const GROUPS_V2 = [...INTERFACE_V2, ...NOT_OFFERED_V2];
const GROUPS_V3 = [...INTERFACE_V3, ...NOT_OFFERED_V3];

/** Every endpoint that the interface has, served here or not. */
export function interfaceEndpoints(): ReadonlySet<string> {
  return new Set([...GROUPS_V2, ...GROUPS_V3].flatMap(({ endpoints }) => endpoints));
}

/** Routes that are served and stand in no list of the interface. */
export function unlistedRoutes(): string[] {
  const listed = interfaceEndpoints();
  return [...builtRoutes().keys()].filter((route) => !listed.has(route));
}

/** All names under which what serves an endpoint may be claimed. */
export function aliasesOf(endpoint: string): readonly string[] {
  return builtRoutes().get(endpoint) ?? [endpoint];
}

/** The status of every endpoint of the interface and of every further path, by its name. */
export function endpointStatuses(): ReadonlyMap<string, Status> {
  const built = builtRoutes();
  const entries = groupEntries([...GROUPS_V2, ...GROUPS_V3], built).flatMap(
    (group) => group.entries,
  );
  const further = [...built.keys()].map((name) => [name, "built"] as const);
  return new Map([...entries.map(({ name, status }) => [name, status] as const), ...further]);
}

/** What is built and no claim names: each needs a conformance test. */
export function unproven(claims: readonly Claim[]): string[] {
  const entries = [
    ...[...builtRoutes()].map(([name, aliases]) => ({ name, status: "built", aliases }) as const),
    ...INTERFACE_CHANNELS.map(({ name, arg }) => channelEntry(name, arg)),
    ...INTERFACE_OPERATIONS.map(operationEntry),
  ];
  const built = entries.filter(({ status }) => status === "built");
  return built.filter((entry) => provenBy(entry, claims) === "").map(({ name }) => name);
}

/** Everything that can be claimed. */
export function claimable(): ReadonlySet<string> {
  return new Set([
    ...builtRoutes().keys(),
    ...INTERFACE_CHANNELS.map(({ name }) => name),
    ...INTERFACE_OPERATIONS,
  ]);
}

const HEAD = `# API coverage

Made by \`npm run api-coverage\` from the tables of endpoints, channels and operations, and from
what the conformance tests say they prove; a test checks that it is up to date.

*specified*: named with its path in the specification.
*status*: **built**; **missing**: not built yet, code 40411; **not offered**: code 40410 with the
reason.
*proven by*: the methods of the unmodified clients ccxt and bitget-api with which a test drives it,
against the real server.
`;

function countOf(lists: Readonly<Record<string, object>>): number {
  return Object.values(lists).reduce((count, list) => count + Object.keys(list).length, 0);
}

/** Rows of the specification: each has a named test, as `test/conformance/specification` checks. */
function specifiedRows(): string {
  return [
    "| rows of the specification, each with tests that name it | |",
    "|---|---|",
    `| fields of resources | ${countOf(FIELDS)} |`,
    `| parameters of endpoints and operations | ${countOf(PARAMETERS)} |`,
    `| rules, states, channels, errors and limits, v2 | ${countOf(v2Rules.RULES)} |`,
    `| the same, v3 | ${countOf(v3Rules.RULES)} |`,
  ].join("\n");
}

/** Endpoints of the terminal: clients do not know them, and tests beside the code prove them. */
function terminalSection(): string {
  const rows = [...listEndpoints(), ...listSessionEndpoints(), ...listStreams()]
    .filter(isOfTerminal)
    .map(({ method, paths, summary }) => `| \`${method} ${paths[0]}\` | ${summary} |`);
  return ["## Terminal", "", "| name | answers |", "|---|---|", ...rows, ""].join("\n");
}

/** The whole page. */
export function coveragePage(claims: readonly Claim[]): string {
  const built = builtRoutes();
  const v2 = groupEntries(GROUPS_V2, built);
  const v3 = groupEntries(GROUPS_V3, built);
  const channels = INTERFACE_CHANNELS.map(({ name, arg }) => channelEntry(name, arg));
  const operations = INTERFACE_OPERATIONS.map(operationEntry);
  const unlisted = unlistedRoutes().map((name) => ({
    name,
    status: "built" as const,
    aliases: built.get(name) ?? [name],
  }));
  const all = (groups: typeof v2): Entry[] => groups.flatMap(({ entries }) => entries);
  const summary = [
    "| part | in the interface | built | proven | missing | not offered |",
    "|---|---|---|---|---|---|",
    summaryRow("REST v2", all(v2), claims),
    summaryRow("REST v3", all(v3), claims),
    summaryRow("WebSocket channels", channels, claims),
    summaryRow("WebSocket trade operations", operations, claims),
  ].join("\n");
  const section = (title: string, entries: readonly Entry[]): string =>
    `## ${title}\n\n${table(entries, claims)}\n`;
  const parts = [
    HEAD,
    `${summary}\n`,
    `${specifiedRows()}\n`,
    ...v2.map(({ title, entries }) => section(`v2 · ${title}`, entries)),
    ...v3.map(({ title, entries }) => section(`v3 · ${title}`, entries)),
    section("WebSocket channels", channels),
    section("WebSocket trade operations", operations),
  ];
  parts.push(terminalSection());
  if (unlisted.length > 0) parts.push(section("Further paths", unlisted));
  return parts.join("\n");
}
