/** Rows of the specification that tests name: calls of `row` and `testFields`, and `table`. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  child,
  children,
  nameOf,
  parseSource,
  type SyntaxNode,
  stringOf,
  walk,
} from "../../../tools/tidy/syntax.ts";

const FOLDER = resolve(import.meta.dirname, "..");
const RULES_FILE = "specified-rules.ts";

/** Names that the tests have, each as often as it occurs. */
export interface NamedRows {
  /** By version: "Conventions 1", as the titles begin. */
  readonly rules: Readonly<Record<"v2" | "v3", readonly string[]>>;
  readonly resources: readonly string[];
  readonly tables: readonly string[];
}

/** Version whose rules a file names: that of the list that it imports `row` from. */
function versionOf(tree: SyntaxNode, path: string): "v2" | "v3" | undefined {
  let version: "v2" | "v3" | undefined;
  for (const node of children(tree, "body")) {
    const source = stringOf(child(node, "source"));
    if (node.type !== "ImportDeclaration" || source?.endsWith(RULES_FILE) !== true) continue;
    version = join(path, "..", source).includes("specification-v2") ? "v2" : "v3";
  }
  return version;
}

function testFiles(): string[] {
  const names = readdirSync(FOLDER, { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(".test.ts")).map((name) => join(FOLDER, name));
}

/** Reads the test files of the conformance suite. */
export function readNamedRows(): NamedRows {
  const rules = { v2: [] as string[], v3: [] as string[] };
  const resources: string[] = [];
  const tables: string[] = [];
  for (const path of testFiles()) {
    const tree = parseSource(readFileSync(path, "utf8"));
    const version = versionOf(tree, path);
    walk(tree, (node) => {
      if (node.type === "CallExpression") {
        const called = nameOf(child(node, "callee"));
        const [first, second] = children(node, "arguments").map(stringOf);
        if (first === undefined) return;
        if (called === "row" && version !== undefined) rules[version].push(`${first} ${second}`);
        if (called === "testFields") resources.push(first);
      }
      if (node.type === "Property" && nameOf(child(node, "key")) === "table") {
        tables.push(stringOf(child(node, "value")) ?? "");
      }
      if (node.type === "MemberExpression" && nameOf(child(node, "object")) === "PARAMETERS") {
        tables.push(stringOf(child(node, "property")) ?? "");
      }
    });
  }
  return { rules, resources, tables };
}
