import { isTest, lineAt, type Repository, type Violation } from "../repository.ts";
import { child, nameOf, type SyntaxNode, walk, withoutStrings } from "../syntax.ts";

/** Marks of unfinished work, looked for outside of string literals. */
const MARKS: readonly { readonly pattern: RegExp; readonly message: string }[] = [
  { pattern: /\bFIXME\b/g, message: "FIXME is left over" },
  { pattern: /\bXXX\b/g, message: "XXX is left over" },
  { pattern: /\bTODO\b(?!\s*\(?#\d+)/g, message: "TODO carries no issue number" },
  { pattern: /@ts-(ignore|nocheck)/g, message: "the compiler is silenced" },
];

const TEST_FUNCTIONS = new Set(["it", "test", "describe", "suite", "bench"]);

function judge(node: SyntaxNode, path: string): string | undefined {
  if (node.type === "TSNonNullExpression") return "a value is asserted to be there with `!`";
  if (node.type !== "MemberExpression") return undefined;
  const object = nameOf(child(node, "object")) ?? "";
  const property = nameOf(child(node, "property")) ?? "";
  if (property === "only" && TEST_FUNCTIONS.has(object)) return `${object}.only is left over`;
  if (!path.startsWith("src/") || isTest(path)) return undefined;
  if (object === "console") return "product code does not print";
  const isStream = object === "process" && (property === "stdout" || property === "stderr");
  return isStream && !path.startsWith("src/main/") ? "only src/main prints" : undefined;
}

/** Nothing left over: focused tests, prints, marks, assertions against the compiler. */
export function leftovers(repository: Repository): Violation[] {
  const violations: Violation[] = [];
  for (const file of repository.sources) {
    const report = (start: number, message: string): void => {
      const line = lineAt(file.text, start);
      violations.push({ rule: "leftovers", path: file.path, line, message });
    };
    walk(file.tree, (node) => {
      const message = judge(node, file.path);
      if (message !== undefined) report(node.start, message);
    });
    const code = withoutStrings(file.text, file.tree);
    for (const { pattern, message } of MARKS) {
      for (const match of code.matchAll(pattern)) report(match.index, message);
    }
  }
  return violations;
}
