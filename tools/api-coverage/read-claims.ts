import type { SourceFile } from "../tidy/repository.ts";
import { child, children, nameOf, type SyntaxNode, stringOf, walk } from "../tidy/syntax.ts";

/** One thing of the interface that a conformance test says it proves, by a client's method. */
export interface Claim {
  /** As in "ccxt.createOrder" or "RestClientV3.submitNewOrder". */
  readonly method: string;
  /** As in "GET /api/v2/public/time", "v2 channel books" or "v3 operation place-order". */
  readonly served: string;
  /** The test file, from the repository's root. */
  readonly path: string;
  /** The test shows that the exchange refuses the method there, as it must. */
  readonly isRefusal: boolean;
}

const SERVED = /^((GET|POST) \/api\/v[23]\/|v[23] (channel|operation) )/;
const REFUSAL = "provesRefusal";
const FUNCTIONS = new Set(["proves", "provesRead", REFUSAL]);

function textsWithin(node: SyntaxNode): string[] {
  const texts: string[] = [];
  walk(node, (inner) => {
    const text = stringOf(inner);
    if (text !== undefined && SERVED.test(text)) texts.push(text);
  });
  return texts;
}

interface ClaimCall {
  readonly method: string;
  readonly served: readonly string[];
  readonly isRefusal: boolean;
}

function claimCalls(file: SourceFile): ClaimCall[] {
  const calls: ClaimCall[] = [];
  walk(file.tree, (node) => {
    if (node.type !== "CallExpression") return;
    const called = nameOf(child(node, "callee")) ?? "";
    if (!FUNCTIONS.has(called)) return;
    const [first, ...others] = children(node, "arguments");
    const method = stringOf(first);
    if (method === undefined) return;
    calls.push({ method, served: others.flatMap(textsWithin), isRefusal: called === REFUSAL });
  });
  return calls;
}

/** All claims in a test file: calls of `proves` whose arguments are written out. */
export function readClaims(file: SourceFile): Claim[] {
  return claimCalls(file).flatMap(({ method, served, isRefusal }) =>
    served.map((one) => ({ method, served: one, path: file.path, isRefusal })),
  );
}

/** Claims of a test file that say nothing: what they prove is not written out where they stand. */
export function unreadableClaims(file: SourceFile): string[] {
  return claimCalls(file)
    .filter(({ served }) => served.length === 0)
    .map(({ method }) => `${file.path}: ${method}`);
}

/** The names of the members that a file calls or writes out. */
function namesIn(file: SourceFile): Set<string> {
  const names = new Set<string>();
  walk(file.tree, (node) => {
    const member = node.type === "MemberExpression" ? child(node, "property") : undefined;
    const text = nameOf(member) ?? stringOf(node);
    if (text !== undefined) names.add(text);
  });
  return names;
}

/** Methods that a test file claims and that neither it nor the steps it shares ever name. */
export function uncalledClaims(file: SourceFile, shared: readonly SourceFile[]): string[] {
  const named = new Set([file, ...shared].flatMap((one) => [...namesIn(one)]));
  const claimed = claimCalls(file).map(({ method }) => method);
  return [...new Set(claimed)]
    .filter((method) => !named.has(method.replace(/^.*\./, "")))
    .map((method) => `${file.path}: ${method}`);
}
