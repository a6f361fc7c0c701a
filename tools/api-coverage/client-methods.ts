/** The methods of the unmodified clients with the endpoints that each requests, from their code. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ccxt from "ccxt";
import {
  child,
  children,
  nameOf,
  parseSource,
  type SyntaxNode,
  stringOf,
  walk,
} from "../tidy/syntax.ts";

/** One method of a client and the endpoints that it can request, as "METHOD path". */
export interface ClientMethod {
  readonly name: string;
  readonly endpoints: readonly string[];
}

const PACKAGES = new URL("../../node_modules", import.meta.url).pathname;

/** The methods of the class in a source file by their names. */
function methodsOfClass(path: string): ReadonlyMap<string, SyntaxNode> {
  const methods = new Map<string, SyntaxNode>();
  walk(parseSource(readFileSync(path, "utf8")), (node) => {
    const name = node.type === "MethodDefinition" ? nameOf(child(node, "key")) : undefined;
    if (name !== undefined) methods.set(name, node);
  });
  return methods;
}

/** Calls of members of `this` inside a node: the names of the members, with the first arguments. */
function ownCalls(node: SyntaxNode): { name: string; argument: SyntaxNode | undefined }[] {
  const calls: { name: string; argument: SyntaxNode | undefined }[] = [];
  walk(node, (inner) => {
    if (inner.type !== "CallExpression") return;
    const callee = child(inner, "callee");
    if (child(callee, "object")?.type !== "ThisExpression") return;
    const name = nameOf(child(callee, "property"));
    const [argument] = children(inner, "arguments");
    if (name !== undefined) calls.push({ name, argument });
  });
  return calls;
}

const VERBS: Readonly<Record<string, string>> = {
  get: "GET",
  getPrivate: "GET",
  post: "POST",
  postPrivate: "POST",
};

/** The paths of a request: one, or that of each kind of margin account. */
function pathsOf(argument: SyntaxNode | undefined): readonly string[] {
  const text = stringOf(argument);
  if (text !== undefined) return [text];
  const parts = children(argument, "quasis").map(
    (part) => (part["value"] as { readonly cooked: string }).cooked,
  );
  return parts.length === 0 ? [] : ["crossed", "isolated"].map((mode) => parts.join(mode));
}

/** The methods of `RestClientV2` or `RestClientV3` of bitget-api that send a request. */
export function methodsOfBitgetApi(version: "v2" | "v3"): readonly ClientMethod[] {
  const path = join(PACKAGES, "bitget-api/dist/mjs", `rest-client-${version}.js`);
  const methods: ClientMethod[] = [];
  for (const [name, method] of methodsOfClass(path)) {
    const endpoints = ownCalls(method).flatMap(({ name: verb, argument }) => {
      const word = VERBS[verb];
      return word === undefined ? [] : pathsOf(argument).map((sent) => `${word} ${sent}`);
    });
    if (endpoints.length > 0) methods.push({ name, endpoints });
  }
  return methods;
}

type ApiTree = { readonly [segment: string]: ApiTree | number };

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The names that ccxt gives to the requests of v2 and v3, each with its endpoint. */
export function requestsOfCcxt(): ReadonlyMap<string, string> {
  const requests = new Map<string, string>();
  const visit = (tree: ApiTree, keys: readonly string[]): void => {
    for (const [key, below] of Object.entries(tree)) {
      if (/^v[23]\//.test(key)) {
        const words = [...keys, ...key.split(/[^A-Za-z0-9]/)];
        const name = words.map((word, index) => (index === 0 ? word : capitalized(word))).join("");
        requests.set(name, `${(keys.at(-1) ?? "").toUpperCase()} /api/${key}`);
      } else if (typeof below === "object" && !("cost" in below)) visit(below, [...keys, key]);
    }
  };
  visit(new ccxt.bitget().describe().api as ApiTree, []);
  return requests;
}

/** Methods that prepare others: what they request is no part of what the others do. */
const PREPARING = new Set([
  "loadMarkets",
  "loadAccounts",
  "handleUTAAndParams",
  "loadTimeDifference",
]);

/** The unified methods of ccxt's class for this interface, with all requests that they lead to. */
export function methodsOfCcxt(): readonly ClientMethod[] {
  const source = join(PACKAGES, "ccxt/js/src");
  const base = methodsOfClass(join(source, "base", "Exchange.js"));
  const methods = new Map([...base, ...methodsOfClass(join(source, "bitget.js"))]);
  const requests = requestsOfCcxt();
  const led = (name: string, seen: Set<string>): void => {
    const method = methods.get(name);
    if (method === undefined || seen.has(name) || PREPARING.has(name)) return;
    seen.add(name);
    for (const call of ownCalls(method)) {
      if (requests.has(call.name)) seen.add(call.name);
      else led(call.name, seen);
    }
  };
  const { has } = new ccxt.bitget().describe() as { has: Readonly<Record<string, unknown>> };
  const offered = Object.keys(has).filter((name) => Boolean(has[name]) && methods.has(name));
  return offered.sort().flatMap((name) => {
    const seen = new Set<string>();
    led(name, seen);
    const endpoints = [...seen].flatMap((called) => requests.get(called) ?? []);
    return endpoints.length === 0 ? [] : [{ name, endpoints }];
  });
}
