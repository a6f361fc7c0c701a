import { isTest, lineAt, type Repository, type Violation } from "../repository.ts";
import { child, nameOf, type SyntaxNode, walk } from "../syntax.ts";

/** Clocks, randomness, I/O and whatever depends on the platform's locale. */
const GLOBALS = new Set([
  "Date",
  "Intl",
  "Promise",
  "Temporal",
  "WeakRef",
  "FinalizationRegistry",
  "console",
  "crypto",
  "fetch",
  "globalThis",
  "performance",
  "process",
  "queueMicrotask",
  "setImmediate",
  "setInterval",
  "setTimeout",
]);

/** Random, or rounded differently from one machine to the next. */
const MATH = new Set([
  ..."random exp expm1 log log10 log1p log2 pow cbrt hypot".split(" "),
  ..."sin cos tan asin acos atan atan2 sinh cosh tanh".split(" "),
]);

const METHODS = new Set([
  "localeCompare",
  "toLocaleString",
  "toLocaleLowerCase",
  "toLocaleUpperCase",
  "toLocaleDateString",
  "toLocaleTimeString",
]);

/** True where an identifier names a member, a key or a type and not a value in scope. */
function isOnlyAName(node: SyntaxNode, parent: SyntaxNode | undefined): boolean {
  if (parent === undefined) return false;
  if (parent.type === "MemberExpression") {
    return child(parent, "property") === node && parent["computed"] !== true;
  }
  if (/^(Property|PropertyDefinition|MethodDefinition|TSPropertySignature)$/.test(parent.type)) {
    return child(parent, "key") === node && parent["computed"] !== true;
  }
  return false;
}

function judge(node: SyntaxNode, parent: SyntaxNode | undefined): string | undefined {
  const name = nameOf(node);
  if (node.type === "Identifier" && name !== undefined && GLOBALS.has(name)) {
    return isOnlyAName(node, parent) ? undefined : name;
  }
  if (node.type === "MemberExpression") {
    const property = nameOf(child(node, "property")) ?? "";
    if (METHODS.has(property)) return property;
    return nameOf(child(node, "object")) === "Math" && MATH.has(property)
      ? `Math.${property}`
      : undefined;
  }
  if (node.type === "AwaitExpression") return "await";
  return node["async"] === true ? "async" : undefined;
}

/** Core is a function of state and command: no clock, chance, I/O, locale or waiting in it. */
export function corePurity(repository: Repository): Violation[] {
  const violations: Violation[] = [];
  for (const file of repository.sources) {
    if (!file.path.startsWith("src/core/") || isTest(file.path)) continue;
    walk(file.tree, (node, ancestors) => {
      const word = judge(node, ancestors.at(-1));
      if (word === undefined) return;
      const line = lineAt(file.text, node.start);
      const message = `core does not use ${word}`;
      violations.push({ rule: "core-purity", path: file.path, line, message });
    });
  }
  return violations;
}
