import { lineAt, type Repository, type Violation } from "../repository.ts";
import { child, children, nameOf, type SyntaxNode } from "../syntax.ts";

/** Words that say nothing about what a thing is or does. */
const EMPTY_WORDS = new Set(
  "manager managers helper helpers util utils processor service services data info".split(" "),
);

/** Endpoints are named by the wire, and their files by the endpoint. */
const WIRE_FOLDERS = /^src\/gateway\/(rest-v2|rest-v3|websocket|web)\//;

/** Splits camelCase, PascalCase, kebab-case and SNAKE_CASE into lower-case words. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());
}

/** "market data" is a word of the glossary; any other ending in an empty word is not. */
function endsEmpty(name: string): boolean {
  const words = wordsOf(name);
  const last = words.at(-1) ?? "";
  return EMPTY_WORDS.has(last) && !(last === "data" && words.at(-2) === "market");
}

function declaredNames(declaration: SyntaxNode): string[] {
  const declarators = children(declaration, "declarations");
  const nodes = declarators.length > 0 ? declarators : [declaration];
  return nodes.flatMap((node) => nameOf(child(node, "id")) ?? []);
}

/** The names a file exports, with the offset of each. */
function exportedNames(tree: SyntaxNode): { name: string; start: number }[] {
  return children(tree, "body")
    .filter((statement) => statement.type === "ExportNamedDeclaration")
    .flatMap((statement) => {
      const declaration = child(statement, "declaration");
      const names =
        declaration === undefined
          ? children(statement, "specifiers").flatMap((one) => nameOf(child(one, "exported")) ?? [])
          : declaredNames(declaration);
      return names.map((name) => ({ name, start: statement.start }));
    });
}

/** Names of files and of what they export do not end in a word without content. */
export function words(repository: Repository): Violation[] {
  const violations: Violation[] = [];
  for (const file of repository.sources) {
    if (WIRE_FOLDERS.test(file.path)) continue;
    const base = file.path.slice(file.path.lastIndexOf("/") + 1).replace(/\..*$/, "");
    const names = [{ name: base, start: 0 }, ...exportedNames(file.tree)];
    for (const { name, start } of names) {
      if (!endsEmpty(name)) continue;
      const line = lineAt(file.text, start);
      const message = `${name} ends in a word without content`;
      violations.push({ rule: "words", path: file.path, line, message });
    }
  }
  return violations;
}
