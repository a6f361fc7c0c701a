import { isTest, lineAt, type Repository, type Violation } from "../repository.ts";
import { child, nameOf, type SyntaxNode, walk } from "../syntax.ts";

const UNITS = new Set(["Ticks", "Lots", "Atoms"]);

function judge(node: SyntaxNode, path: string): string | undefined {
  if (node.type === "TSAsExpression" && !path.startsWith("src/core/")) {
    const unit = nameOf(child(child(node, "typeAnnotation"), "typeName")) ?? "";
    if (UNITS.has(unit)) return `only core makes ${unit}; parse with core/money`;
  }
  if (node.type !== "CallExpression") return undefined;
  const callee = child(node, "callee");
  const called = nameOf(callee) ?? nameOf(child(callee, "property"));
  return called === "parseFloat" ? "parseFloat never sees a number of ours" : undefined;
}

/** Adapters cannot pass one unit for another, nor read an amount as floating point. */
export function moneyCasts(repository: Repository): Violation[] {
  const violations: Violation[] = [];
  for (const file of repository.sources) {
    if (!file.path.startsWith("src/") || isTest(file.path)) continue;
    walk(file.tree, (node) => {
      const message = judge(node, file.path);
      if (message === undefined) return;
      const line = lineAt(file.text, node.start);
      violations.push({ rule: "money-casts", path: file.path, line, message });
    });
  }
  return violations;
}
