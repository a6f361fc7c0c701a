import { posix } from "node:path";
import { isTest, lineAt, type Repository, type SourceFile, type Violation } from "../repository.ts";
import { child, children, nameOf, type SyntaxNode, stringOf, walk } from "../syntax.ts";

const DECLARATIONS = new Set(["FunctionDeclaration", "ClassDeclaration"]);
/** Names in code, and names of elements in JSX. */
const IDENTIFIERS = new Set(["Identifier", "JSXIdentifier"]);
const EVERYTHING = "*";

const nameIn = (node: SyntaxNode, member: string): string | undefined =>
  nameOf(child(node, member)) ?? stringOf(child(node, member));

/** The names one statement or expression takes from another file. */
function takenNames(node: SyntaxNode): readonly string[] {
  if (node.type === "ImportExpression" || node.type === "TSImportType") return [EVERYTHING];
  if (node.type === "ExportAllDeclaration") return [EVERYTHING];
  return children(node, "specifiers").map((one) => {
    if (one.type === "ImportNamespaceSpecifier") return EVERYTHING;
    return nameIn(one, one.type === "ExportSpecifier" ? "local" : "imported") ?? "default";
  });
}

/** "path name" for every name that any file takes from another. */
function takenFrom(repository: Repository): Set<string> {
  const taken = new Set<string>();
  for (const file of repository.sources) {
    walk(file.tree, (node) => {
      const source = stringOf(child(node, "source"));
      if (!source?.startsWith(".")) return;
      const target = posix.join(posix.dirname(file.path), source);
      for (const name of takenNames(node)) taken.add(`${target} ${name}`);
    });
  }
  return taken;
}

/** True where the file itself speaks of the name beyond declaring it. */
function isUsedAtHome(file: SourceFile, name: string): boolean {
  let mentions = 0;
  walk(file.tree, (node) => {
    if (IDENTIFIERS.has(node.type) && nameOf(node) === name) mentions += 1;
  });
  return mentions > 1;
}

function exportedBehaviour(file: SourceFile): { name: string; start: number }[] {
  return children(file.tree, "body").flatMap((statement) => {
    if (statement.type !== "ExportNamedDeclaration") return [];
    const declaration = child(statement, "declaration");
    if (declaration === undefined || !DECLARATIONS.has(declaration.type)) return [];
    const name = nameOf(child(declaration, "id"));
    return name === undefined ? [] : [{ name, start: statement.start }];
  });
}

/** No exported function or class is dead: a part, a test or its own file uses it. */
export function unusedExports(repository: Repository): Violation[] {
  const taken = takenFrom(repository);
  return repository.sources.flatMap((file) => {
    if (isTest(file.path) || taken.has(`${file.path} ${EVERYTHING}`)) return [];
    return exportedBehaviour(file)
      .filter(({ name }) => !taken.has(`${file.path} ${name}`) && !isUsedAtHome(file, name))
      .map(({ name, start }) => ({
        rule: "unused-exports",
        path: file.path,
        line: lineAt(file.text, start),
        message: `nobody uses ${name}`,
      }));
  });
}
