import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { parseSource, type SyntaxNode } from "./syntax.ts";

/** A text file of the repository; `path` is relative to its root and uses forward slashes. */
export interface TextFile {
  readonly path: string;
  readonly text: string;
}

/** A TypeScript file with its syntax tree. */
export interface SourceFile extends TextFile {
  readonly tree: SyntaxNode;
}

/** What the rules look at. */
export interface Repository {
  readonly files: readonly TextFile[];
  /** Paths of the images. */
  readonly images: readonly string[];
  readonly sources: readonly SourceFile[];
}

/** One broken rule at one place. */
export interface Violation {
  readonly rule: string;
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

export type Rule = (repository: Repository) => Violation[];

const FOLDERS_NOT_OURS = new Set(["node_modules", ".git", "data", "coverage", "dist", "tmp"]);
const SUFFIXES = "ts|tsx|md|json|jsonc|yaml|yml|html|css|svg|sql|txt|mjs|sh|service|conf";
const TEXT_FILE = new RegExp(String.raw`(\.(${SUFFIXES})|/run|^LICENSE|\.npmrc|/Containerfile)$`);
const SOURCE_FILE = /\.tsx?$/;
const FILE_BYTES_MAX = 4 * 1024 * 1024;

function listPaths(root: string, folder: string): string[] {
  const paths: string[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const full = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!FOLDERS_NOT_OURS.has(entry.name)) paths.push(...listPaths(root, full));
    } else if (entry.isFile()) {
      paths.push(relative(root, full).split(sep).join("/"));
    }
  }
  return paths;
}

function languageOf(path: string): "ts" | "tsx" {
  return path.endsWith(".tsx") ? "tsx" : "ts";
}

/** Builds a repository from texts by path: what the rules' own tests plant violations with. */
export function repositoryOf(
  texts: Readonly<Record<string, string>>,
  images: readonly string[] = [],
): Repository {
  const files = Object.entries(texts).map(([path, text]) => ({ path, text }));
  const sources = files
    .filter(({ path }) => SOURCE_FILE.test(path) && !path.endsWith(".d.ts"))
    .map((file) => ({ ...file, tree: parseSource(file.text, languageOf(file.path)) }));
  return { files, images, sources };
}

/** Reads the text files of the repository that stands at `root`. */
export function readRepository(root: string): Repository {
  const texts: Record<string, string> = {};
  const paths = listPaths(root, root).sort();
  for (const path of paths) {
    if (!TEXT_FILE.test(path)) continue;
    const text = readFileSync(join(root, path), "utf8");
    if (text.length <= FILE_BYTES_MAX) texts[path] = text;
  }
  return repositoryOf(
    texts,
    paths.filter((path) => path.endsWith(".png")),
  );
}

/** The 1-based line at which `offset` stands. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) {
    line += 1;
  }
  return line;
}

/** Tests and what only tests use: rules about the product's own code leave these out. */
export function isTest(path: string): boolean {
  return path.endsWith(".test.ts") || path.startsWith("test/");
}
