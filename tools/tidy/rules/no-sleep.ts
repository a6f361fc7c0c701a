import { importsOf } from "../imports.ts";
import { isTest, lineAt, type Repository, type Violation } from "../repository.ts";
import { child, children, nameOf, type SyntaxNode, walk } from "../syntax.ts";

/** The one place that may wait by the clock: it polls a condition until a deadline. */
const EVENTUALLY = "test/support/eventually.ts";

/** The name of the resolving parameter of `new Promise(resolve => …)`. */
function resolverOf(node: SyntaxNode): string | undefined {
  if (node.type !== "NewExpression" || nameOf(child(node, "callee")) !== "Promise") {
    return undefined;
  }
  const [executor] = children(node, "arguments");
  return nameOf(children(executor, "params")[0]);
}

/** What a timer runs: the function's name, or the name of the only call in an arrow function. */
function timerTarget(call: SyntaxNode): string | undefined {
  const [callback] = children(call, "arguments");
  if (callback?.type !== "ArrowFunctionExpression") return nameOf(callback);
  const body = child(callback, "body");
  const statements = body?.type === "BlockStatement" ? children(body, "body") : [body];
  if (statements.length !== 1) return undefined;
  const only = statements[0];
  const expression = only?.type === "ExpressionStatement" ? child(only, "expression") : only;
  return nameOf(child(expression, "callee"));
}

function isSleep(node: SyntaxNode, ancestors: readonly SyntaxNode[]): boolean {
  if (node.type !== "CallExpression" || nameOf(child(node, "callee")) !== "setTimeout") {
    return false;
  }
  const target = timerTarget(node);
  return target !== undefined && ancestors.some((above) => resolverOf(above) === target);
}

/** Tests wait for a condition, never for a span of time. */
export function noSleep(repository: Repository): Violation[] {
  const violations: Violation[] = [];
  for (const file of repository.sources) {
    if (!isTest(file.path) || file.path === EVENTUALLY) continue;
    const report = (line: number): void => {
      const message = "a test sleeps; wait with eventually(condition, deadlineMs)";
      violations.push({ rule: "no-sleep", path: file.path, line, message });
    };
    for (const { specifier, line } of importsOf(file)) {
      if (specifier === "node:timers/promises") report(line);
    }
    walk(file.tree, (node, ancestors) => {
      if (isSleep(node, ancestors)) report(lineAt(file.text, node.start));
    });
  }
  return violations;
}
