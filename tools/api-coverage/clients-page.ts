import { type ClientMethod, methodsOfBitgetApi, methodsOfCcxt } from "./client-methods.ts";
import { aliasesOf, endpointStatuses } from "./coverage-page.ts";
import type { Claim } from "./read-claims.ts";

/** Where the page stands, from the repository's root. */
export const CLIENTS_PATH = "docs/client-coverage.md";

const HEAD = `# Methods of the clients

Made by \`npm run api-coverage\` from the code of the clients and from what the conformance tests
say they prove; a test checks that it is up to date. [API coverage](api-coverage.md) has the same
by endpoint and explains the status.

*proven in*: the test that drives this method through this endpoint against the real server. Where
it is empty, another method may prove the same endpoint. Methods of ccxt that only arrange the
arguments of another are listed with what that one requests.
`;

type Statuses = ReadonlyMap<string, string>;

function rowsOf(prefix: string, method: ClientMethod, from: Sources): string[] {
  const name = `${prefix}.${method.name}`;
  return [...new Set(method.endpoints)].sort().map((endpoint) => {
    const aliases = aliasesOf(endpoint);
    const proof = from.claims.find(({ method: claimed, served }) => {
      return claimed === name && aliases.includes(served);
    });
    const link =
      proof === undefined ? "" : `[${proof.path.replace(/^.*\//, "")}](../${proof.path})`;
    const status = from.statuses.get(endpoint) ?? "";
    return `| \`${method.name}\` | \`${endpoint}\` | ${status} | ${link} |`;
  });
}

interface Sources {
  readonly statuses: Statuses;
  readonly claims: readonly Claim[];
}

function section(
  title: string,
  prefix: string,
  methods: readonly ClientMethod[],
  from: Sources,
): string {
  const rows = methods.flatMap((method) => rowsOf(prefix, method, from));
  const head = ["| method | endpoint | status | proven in |", "|---|---|---|---|"];
  return `## ${title}\n\n${[...head, ...rows].join("\n")}\n`;
}

/** The page of the clients' methods. */
export function clientsPage(claims: readonly Claim[]): string {
  const from = { statuses: endpointStatuses(), claims };
  return [
    HEAD,
    section("bitget-api: RestClientV2", "RestClientV2", methodsOfBitgetApi("v2"), from),
    section("bitget-api: RestClientV3", "RestClientV3", methodsOfBitgetApi("v3"), from),
    section("ccxt", "ccxt", methodsOfCcxt(), from),
  ].join("\n");
}
