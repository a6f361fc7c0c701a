/** ccxt's methods by the kind of account, each with its proof or the reason why there is none. */
import { ACCOUNT_KINDS, type AccountKind } from "./ccxt-reach.ts";
import { type CcxtMethod, methodsOfCcxt, watchingOfCcxt } from "./client-methods.ts";
import { aliasesOf } from "./coverage-page.ts";
import type { Claim } from "./read-claims.ts";

const UNIFIED = "ccxt.unified.";

/** Claims of a method on a kind of account: of v2 they are classic ones, unless they say else. */
function claimsFor(name: string, kind: AccountKind, claims: readonly Claim[]): Claim[] {
  const isUnified = kind === "unified";
  return claims.filter(({ method, served }) => {
    if (method === `${UNIFIED}${name}`) return isUnified;
    return method === `ccxt.${name}` && served.includes("/api/v3/") === isUnified;
  });
}

export const linkTo = ({ path }: Pick<Claim, "path">): string =>
  `[${path.replace(/^.*\//, "")}](../${path})`;

/** The claims of a method at one of its endpoints for a kind of account, refusals last. */
export function proofsAt(
  method: { readonly name: string; readonly kind: AccountKind; readonly endpoint: string },
  claims: readonly Claim[],
): Claim[] {
  const aliases = aliasesOf(method.endpoint);
  const found = claimsFor(method.name, method.kind, claims);
  return found
    .filter(({ served }) => aliases.includes(served))
    .sort((one, other) => Number(one.isRefusal) - Number(other.isRefusal));
}

/** Every method, kind of account and endpoint for which no test says anything. */
export function unprovenCalls(claims: readonly Claim[]): string[] {
  return methodsOfCcxt().flatMap((method) =>
    ACCOUNT_KINDS.flatMap((kind) =>
      method[kind]
        .filter((endpoint) => proofsAt({ ...method, kind, endpoint }, claims).length === 0)
        .map((endpoint) => `${method.name}, ${kind}: ${endpoint}`),
    ),
  );
}

/** Claims about calls that ccxt does not send; requests by their own names are no such calls. */
export function impossibleClaims(claims: readonly Claim[]): string[] {
  const methods = new Map(methodsOfCcxt().map((method) => [method.name, method]));
  return claims
    .filter(({ method: claimed, served }) => {
      const method = methods.get(claimed.replace(/^ccxt\.(unified\.)?/, ""));
      if (!claimed.startsWith("ccxt.") || method === undefined) return false;
      const possible = [...method.classic, ...method.unified].flatMap(aliasesOf);
      return !possible.includes(served);
    })
    .map(({ method, served, path }) => `${path}: ${method} at ${served}`);
}

function cell(method: CcxtMethod, kind: AccountKind, claims: readonly Claim[]): string {
  if (method[kind].length === 0) return `none sent: ${method.silence ?? "no call for this kind"}`;
  const found = method[kind].flatMap((endpoint) =>
    proofsAt({ ...method, kind, endpoint }, claims).slice(0, 1),
  );
  const links = (isRefusal: boolean): string =>
    [...new Set(found.filter((claim) => claim.isRefusal === isRefusal).map(linkTo))].join(", ");
  const [proven, refused] = [links(false), links(true)];
  return [proven, refused === "" ? "" : `refused: ${refused}`].filter(Boolean).join("; ");
}

/** The rows of the methods that send requests. */
export function requestRows(claims: readonly Claim[]): string[] {
  return methodsOfCcxt().map((method) => {
    const cells = ACCOUNT_KINDS.map((kind) => cell(method, kind, claims));
    return `| \`${method.name}\` | ${cells.join(" | ")} |`;
  });
}

function watchingClaims(name: string, version: "v2" | "v3", claims: readonly Claim[]): Claim[] {
  return claims.filter(
    ({ method, served }) =>
      method === `ccxt.pro.${name}` && served.startsWith(`${version} channel `),
  );
}

const VERSIONS = ["v2", "v3"] as const;

/** Every method that watches, with the version of the connection on which no test drives it. */
export function unprovenWatching(claims: readonly Claim[]): string[] {
  return watchingOfCcxt().flatMap((name) =>
    VERSIONS.filter((version) => watchingClaims(name, version, claims).length === 0).map(
      (version) => `${name}, ${version}`,
    ),
  );
}

/** The rows of the methods that watch channels. */
export function watchingRows(claims: readonly Claim[]): string[] {
  return watchingOfCcxt().map((name) => {
    const cells = VERSIONS.map((version) => {
      const found = watchingClaims(name, version, claims);
      const links = found.map((claim) => {
        const channel = claim.served.replace(/^.* /, "");
        return `\`${channel}\`${claim.isRefusal ? ", refused" : ""}: ${linkTo(claim)}`;
      });
      return [...new Set(links)].join(", ");
    });
    return `| \`${name}\` | ${cells.join(" | ")} |`;
  });
}
