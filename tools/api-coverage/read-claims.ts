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
}

const SERVED = /^((GET|POST) \/api\/v[23]\/|v[23] (channel|operation) )/;
const FUNCTIONS = new Set(["proves", "provesRead"]);

function textsWithin(node: SyntaxNode): string[] {
  const texts: string[] = [];
  walk(node, (inner) => {
    const text = stringOf(inner);
    if (text !== undefined && SERVED.test(text)) texts.push(text);
  });
  return texts;
}

/** All claims in a test file: calls of `proves` whose arguments are written out. */
export function readClaims(file: SourceFile): Claim[] {
  const claims: Claim[] = [];
  walk(file.tree, (node) => {
    if (node.type !== "CallExpression") return;
    if (!FUNCTIONS.has(nameOf(child(node, "callee")) ?? "")) return;
    const [first, ...others] = children(node, "arguments");
    const method = stringOf(first);
    if (method === undefined) return;
    for (const served of others.flatMap(textsWithin)) {
      claims.push({ method, served, path: file.path });
    }
  });
  return claims;
}
