import { posix } from "node:path";
import { lineAt, type SourceFile } from "./repository.ts";
import { child, children, nameOf, type SyntaxNode, stringOf, walk } from "./syntax.ts";

/** One module named by another: by import, re-export, dynamic import or worker URL. */
export interface Import {
  /** As written. */
  readonly specifier: string;
  /** The path from the repository's root, or undefined for a package. */
  readonly target: string | undefined;
  readonly line: number;
  readonly typeOnly: boolean;
}

const DECLARATIONS = new Set([
  "ImportDeclaration",
  "ExportAllDeclaration",
  "ExportNamedDeclaration",
  "ImportExpression",
  "TSImportType",
]);

function specifierOf(node: SyntaxNode): string | undefined {
  if (DECLARATIONS.has(node.type)) return stringOf(child(node, "source"));
  if (node.type !== "NewExpression" || nameOf(child(node, "callee")) !== "URL") return undefined;
  const [path, base] = children(node, "arguments");
  const written = stringOf(path);
  return base !== undefined && written?.endsWith(".ts") ? written : undefined;
}

/** Every module a file names, in the order of the text. */
export function importsOf(file: SourceFile): Import[] {
  const found: Import[] = [];
  walk(file.tree, (node) => {
    const specifier = specifierOf(node);
    if (specifier === undefined) return;
    const isRelative = specifier.startsWith("./") || specifier.startsWith("../");
    found.push({
      specifier,
      target: isRelative ? posix.join(posix.dirname(file.path), specifier) : undefined,
      line: lineAt(file.text, node.start),
      typeOnly: node["importKind"] === "type" || node.type === "TSImportType",
    });
  });
  return found;
}
