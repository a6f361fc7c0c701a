import { lineAt, type Repository, type SourceFile, type Violation } from "../repository.ts";
import { child, nameOf, type SyntaxNode, walk } from "../syntax.ts";

export const FUNCTION_LINES_MAX = 70;
export const FILE_LINES_MAX = 500;
export const LINE_COLUMNS_MAX = 100;

const FUNCTIONS = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);

function functionName(node: SyntaxNode, parent: SyntaxNode | undefined): string {
  const named = nameOf(child(node, "id")) ?? nameOf(child(parent, "id"));
  return named ?? nameOf(child(parent, "key")) ?? "a function";
}

function longFunctions(file: SourceFile): Violation[] {
  const violations: Violation[] = [];
  walk(file.tree, (node, ancestors) => {
    if (!FUNCTIONS.has(node.type)) return;
    const line = lineAt(file.text, node.start);
    const count = lineAt(file.text, node.end - 1) - line + 1;
    if (count <= FUNCTION_LINES_MAX) return;
    const message = `${functionName(node, ancestors.at(-1))} has ${count} lines`;
    violations.push({ rule: "lengths", path: file.path, line, message });
  });
  return violations;
}

/** Functions, files and lines of code stay short enough to be read; tests are left out. */
export function lengths(repository: Repository): Violation[] {
  const violations: Violation[] = [];
  for (const file of repository.sources) {
    if (file.path.endsWith(".test.ts")) continue;
    violations.push(...longFunctions(file));
    const lines = file.text.trimEnd().split("\n");
    if (lines.length > FILE_LINES_MAX) {
      const message = `the file has ${lines.length} lines`;
      violations.push({ rule: "lengths", path: file.path, line: 1, message });
    }
    for (const [index, text] of lines.entries()) {
      if (text.length <= LINE_COLUMNS_MAX) continue;
      const message = `the line has ${text.length} columns`;
      violations.push({ rule: "lengths", path: file.path, line: index + 1, message });
    }
  }
  return violations;
}
