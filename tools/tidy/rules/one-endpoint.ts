import { dirname, join } from "node:path/posix";
import type { Repository, SourceFile, Violation } from "../repository.ts";
import { isTest, lineAt } from "../repository.ts";
import { child, children, nameOf, type SyntaxNode, stringOf, walk } from "../syntax.ts";

/** The module that declares the functions from which every endpoint is made. */
const HOME = "src/gateway/http/endpoint.ts";

const FUNCTIONS = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);

/** A name that a module declares at its top level. */
interface Declaration {
  readonly name: string;
  readonly node: SyntaxNode;
  readonly isFunction: boolean;
}

interface Module {
  readonly file: SourceFile;
  readonly declarations: readonly Declaration[];
  /** Imported names: local name to `path#name` of the declaration. */
  readonly imports: ReadonlyMap<string, string>;
}

function declarationsOf(file: SourceFile): Declaration[] {
  return children(file.tree, "body").flatMap((statement) => {
    const node = child(statement, "declaration") ?? statement;
    if (node.type === "FunctionDeclaration") {
      return [{ name: nameOf(child(node, "id")) ?? "", node, isFunction: true }];
    }
    if (node.type !== "VariableDeclaration") return [];
    return children(node, "declarations").map((declarator) => {
      const isFunction = FUNCTIONS.has(child(declarator, "init")?.type ?? "");
      return { name: nameOf(child(declarator, "id")) ?? "", node: declarator, isFunction };
    });
  });
}

function importsOf(file: SourceFile): Map<string, string> {
  const imports = new Map<string, string>();
  for (const statement of children(file.tree, "body")) {
    const source = stringOf(child(statement, "source"));
    if (statement.type !== "ImportDeclaration" || !source?.startsWith(".")) continue;
    const path = join(dirname(file.path), source);
    for (const specifier of children(statement, "specifiers")) {
      const local = nameOf(child(specifier, "local"));
      const imported = nameOf(child(specifier, "imported"));
      if (local !== undefined && imported !== undefined) imports.set(local, `${path}#${imported}`);
    }
  }
  return imports;
}

/** Calls inside `node` of functions that make endpoints. */
function makingCalls(node: SyntaxNode, module: Module, makers: ReadonlySet<string>): SyntaxNode[] {
  const calls: SyntaxNode[] = [];
  walk(node, (inner) => {
    const callee = inner.type === "CallExpression" ? nameOf(child(inner, "callee")) : undefined;
    if (callee === undefined) return;
    const key = module.imports.get(callee) ?? `${module.file.path}#${callee}`;
    if (makers.has(key)) calls.push(inner);
  });
  return calls;
}

/** Functions that return an endpoint, as `path#name`: those of the home and their callers. */
function makersOf(modules: readonly Module[]): Set<string> {
  const makers = new Set([`${HOME}#defineEndpoint`, `${HOME}#defineTradeEndpoint`]);
  let countBefore = 0;
  while (makers.size > countBefore) {
    countBefore = makers.size;
    for (const module of modules) {
      for (const { isFunction, name, node } of module.declarations) {
        const isMaker = isFunction && makingCalls(node, module, makers).length > 0;
        if (isMaker) makers.add(`${module.file.path}#${name}`);
      }
    }
  }
  return makers;
}

/**
 * A module of the gateway makes at most one endpoint, and a function that makes endpoints makes
 * one. An endpoint that is served for several modes counts once: it has one definition.
 */
export function oneEndpoint(repository: Repository): Violation[] {
  const modules = repository.sources
    .filter((file) => file.path.startsWith("src/gateway/") && !isTest(file.path))
    .map((file) => ({ file, declarations: declarationsOf(file), imports: importsOf(file) }));
  const makers = makersOf(modules);
  const violations: Violation[] = [];
  for (const module of modules) {
    if (module.file.path === HOME) continue;
    const { path, text } = module.file;
    const report = (call: SyntaxNode | undefined, message: string): void => {
      if (call === undefined) return;
      violations.push({ rule: "one-endpoint", path, line: lineAt(text, call.start), message });
    };
    const made: SyntaxNode[] = [];
    for (const { isFunction, name, node } of module.declarations) {
      const calls = makingCalls(node, module, makers);
      if (isFunction) report(calls[1], `${name} makes a second endpoint`);
      else made.push(...calls);
    }
    report(made[1], "the module makes a second endpoint");
  }
  return violations;
}
