import { ACCOUNT_KINDS } from "./ccxt-reach.ts";
import {
  linkTo,
  proofsAt,
  requestRows,
  unprovenCalls,
  unprovenWatching,
  watchingRows,
} from "./ccxt-table.ts";
import {
  type ClientMethod,
  methodsOfBitgetApi,
  methodsOfCcxt,
  socketMethodsOfBitgetApi,
} from "./client-methods.ts";
import { aliasesOf, endpointStatuses } from "./coverage-page.ts";
import type { Claim } from "./read-claims.ts";

/** Where the page stands, from the repository's root. */
export const CLIENTS_PATH = "docs/client-coverage.md";

const HEAD = `# Methods of the clients

Made by \`npm run api-coverage\` from the code of the clients and from what the conformance tests
say they prove; a test checks that it is up to date. [API coverage](api-coverage.md) has the same
by endpoint and explains the status.

*proven in*: the test that drives this method through this endpoint against the real server and
checks what its answer says. A test fails while a row of an offered endpoint has none.
`;

const CCXT_HEAD = `Every unified method that ccxt declares for this exchange (its \`has\`),
on a classic and on a unified account. *refused*: ccxt sends a call that the exchange must not
carry out, and the test shows its code: the endpoint belongs to classic accounts (40085), or the
order would not wait as its caller asks (25200). *none sent*: ccxt's own code ends without a
request.
`;

const CCXT_CALLS_HEAD = `What each method requests, for each kind of account, is read from the
branches of ccxt's code; of methods that only arrange the arguments of another, it is what they
send with their own arguments in each kind of market. A call that a method cannot lead to has no
row.
`;

interface Sources {
  readonly statuses: ReadonlyMap<string, string>;
  readonly claims: readonly Claim[];
}

/** The claim that shows a method of bitget-api at an endpoint. */
function proofOf(name: string, endpoint: string, claims: readonly Claim[]): Claim | undefined {
  const aliases = aliasesOf(endpoint);
  return claims.find(({ method, served }) => method === name && aliases.includes(served));
}

function rowsOf(prefix: string, method: ClientMethod, from: Sources): string[] {
  return [...new Set(method.endpoints)].sort().map((endpoint) => {
    const proof = proofOf(`${prefix}.${method.name}`, endpoint, from.claims);
    const status = from.statuses.get(endpoint) ?? "";
    const link = proof === undefined ? "" : linkTo(proof);
    return `| \`${method.name}\` | \`${endpoint}\` | ${status} | ${link} |`;
  });
}

function table(columns: readonly string[], rows: readonly string[]): string {
  const rule = columns.map(() => "---");
  return [`| ${columns.join(" | ")} |`, `|${rule.join("|")}|`, ...rows].join("\n");
}

const section = (title: string, ...parts: readonly string[]): string =>
  `## ${title}\n\n${parts.join("\n")}\n`;

const REST_CLIENTS = [
  ["RestClientV2", methodsOfBitgetApi("v2")],
  ["RestClientV3", methodsOfBitgetApi("v3")],
] as const;

function callRows(claims: readonly Claim[]): string[] {
  return methodsOfCcxt().flatMap((method) =>
    ACCOUNT_KINDS.flatMap((kind) =>
      method[kind].map((endpoint) => {
        const [proof] = proofsAt({ ...method, kind, endpoint }, claims);
        const link = proof === undefined ? "" : linkTo(proof);
        const refused = proof?.isRefusal === true ? "refused: " : "";
        return `| \`${method.name}\` | ${kind} | \`${endpoint}\` | ${refused}${link} |`;
      }),
    ),
  );
}

/** Methods of bitget-api's WebSocket clients with what tests claim of them. */
function socketRows(claims: readonly Claim[]): string[] {
  return socketMethodsOfBitgetApi().map((name) => {
    const found = claims.filter(({ method }) => method === name);
    const served = [...new Set(found.map((claim) => `\`${claim.served}\``))].sort().join(", ");
    const links = [...new Set(found.map(linkTo))].sort().join(", ");
    return `| \`${name}\` | ${served} | ${links} |`;
  });
}

/** Everything offered that a client calls and no test shows: closed, so that it stays empty. */
export function unprovenMethods(claims: readonly Claim[]): string[] {
  const statuses = endpointStatuses();
  const rest = REST_CLIENTS.flatMap(([prefix, methods]) =>
    methods.flatMap(({ name, endpoints }) =>
      endpoints
        .filter((endpoint) => statuses.get(endpoint) === "built")
        .filter((endpoint) => proofOf(`${prefix}.${name}`, endpoint, claims) === undefined)
        .map((endpoint) => `${prefix}.${name}: ${endpoint}`),
    ),
  );
  const sockets = socketMethodsOfBitgetApi().filter(
    (name) => !claims.some(({ method }) => method === name),
  );
  const ccxt = [...unprovenCalls(claims), ...unprovenWatching(claims)];
  return [...rest, ...sockets, ...ccxt.map((call) => `ccxt.${call}`)];
}

/** The page of the clients' methods. */
export function clientsPage(claims: readonly Claim[]): string {
  const from = { statuses: endpointStatuses(), claims };
  const rest = REST_CLIENTS.map(([prefix, methods]) =>
    section(
      `bitget-api: ${prefix}`,
      table(
        ["method", "endpoint", "status", "proven in"],
        methods.flatMap((method) => rowsOf(prefix, method, from)),
      ),
    ),
  );
  return [
    HEAD,
    section(
      "ccxt",
      CCXT_HEAD,
      table(["unified method", "classic account", "unified account"], requestRows(claims)),
    ),
    section(
      "ccxt: methods that watch",
      table(["method", "channels of v2", "channels of v3"], watchingRows(claims)),
    ),
    section(
      "ccxt: calls",
      CCXT_CALLS_HEAD,
      table(["method", "account", "endpoint", "proven in"], callRows(claims)),
    ),
    ...rest,
    section(
      "bitget-api: WebSocket clients",
      table(["method", "channels and operations", "proven in"], socketRows(claims)),
    ),
  ].join("\n");
}
