/** The requests that ccxt's code can send for a kind of account, read from its branches. */
import { readFileSync } from "node:fs";
import { child, children, nameOf, parseSource, type SyntaxNode, walk } from "../tidy/syntax.ts";

/** The kinds of account that ccxt's class tells apart by its option `uta`. */
export const ACCOUNT_KINDS = ["classic", "unified"] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

/** The methods of the class in a source file by their names. */
export function methodsOfClass(path: string): ReadonlyMap<string, SyntaxNode> {
  const methods = new Map<string, SyntaxNode>();
  walk(parseSource(readFileSync(path, "utf8")), (node) => {
    const name = node.type === "MethodDefinition" ? nameOf(child(node, "key")) : undefined;
    if (name !== undefined) methods.set(name, node);
  });
  return methods;
}

/** Calls of members of `this` inside a node: the names of the members, with the first arguments. */
export function ownCalls(
  node: SyntaxNode,
): { readonly name: string; readonly argument: SyntaxNode | undefined }[] {
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

function valueOfComparison(test: SyntaxNode, isUnified: boolean): boolean | undefined {
  const [left, right] = [child(test, "left"), child(test, "right")];
  const expected = right?.["value"];
  if (nameOf(left) !== "uta" || typeof expected !== "boolean") return undefined;
  return (isUnified === expected) === (test["operator"] === "===");
}

function valueOfLogic(test: SyntaxNode, isUnified: boolean): boolean | undefined {
  const sides = [child(test, "left"), child(test, "right")].map((side) =>
    conditionFor(side, isUnified),
  );
  const deciding = test["operator"] === "||";
  if (sides.includes(deciding)) return deciding;
  return sides.includes(undefined) ? undefined : !deciding;
}

/** What a condition is for a kind of account; undefined where it depends on something else. */
function conditionFor(test: SyntaxNode | undefined, isUnified: boolean): boolean | undefined {
  switch (test?.type) {
    case "ParenthesizedExpression":
      return conditionFor(child(test, "expression"), isUnified);
    case "Identifier":
      return nameOf(test) === "uta" ? isUnified : undefined;
    case "UnaryExpression": {
      const inner = conditionFor(child(test, "argument"), isUnified);
      return test["operator"] !== "!" || inner === undefined ? undefined : !inner;
    }
    case "BinaryExpression":
      return valueOfComparison(test, isUnified);
    case "LogicalExpression":
      return valueOfLogic(test, isUnified);
    default:
      return undefined;
  }
}

/** Adds the members called where a kind of account passes; true if nothing after it is reached. */
function passThrough(
  statement: SyntaxNode | undefined,
  isUnified: boolean,
  called: Set<string>,
): boolean {
  if (statement === undefined) return false;
  if (statement.type === "BlockStatement") {
    return children(statement, "body").some((inner) => passThrough(inner, isUnified, called));
  }
  if (statement.type !== "IfStatement") {
    for (const { name } of ownCalls(statement)) called.add(name);
    return ["ReturnStatement", "ThrowStatement"].includes(statement.type);
  }
  const test = child(statement, "test");
  if (test !== undefined) for (const { name } of ownCalls(test)) called.add(name);
  const value = conditionFor(test, isUnified);
  const [then, otherwise] = [child(statement, "consequent"), child(statement, "alternate")];
  if (value !== undefined) return passThrough(value ? then : otherwise, isUnified, called);
  const ends = [then, otherwise].map((branch) => passThrough(branch, isUnified, called));
  return ends.every(Boolean);
}

/** Methods that prepare others: what they request is no part of what the others do. */
const PREPARING = new Set([
  "loadMarkets",
  "loadAccounts",
  "handleUTAAndParams",
  "loadTimeDifference",
]);

/** The endpoints that a method and all that it calls can request for a kind of account. */
export function reachOf(
  name: string,
  kind: AccountKind,
  code: {
    readonly methods: ReadonlyMap<string, SyntaxNode>;
    /** Endpoints by the names of the members that request them. */
    readonly requests: ReadonlyMap<string, string>;
  },
): readonly string[] {
  const endpoints = new Set<string>();
  const seen = new Set<string>();
  const visit = (visited: string): void => {
    const method = code.methods.get(visited);
    if (method === undefined || seen.has(visited) || PREPARING.has(visited)) return;
    seen.add(visited);
    const called = new Set<string>();
    passThrough(child(child(method, "value"), "body"), kind === "unified", called);
    for (const member of called) {
      const endpoint = code.requests.get(member);
      if (endpoint === undefined) visit(member);
      else endpoints.add(endpoint);
    }
  };
  visit(name);
  return [...endpoints].sort();
}
