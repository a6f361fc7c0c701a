import { lineAt, type Repository, type TextFile, type Violation } from "../repository.ts";
import { type SyntaxNode, withoutStrings } from "../syntax.ts";
import { wordsOf } from "./words.ts";

const GLOSSARY = "docs/glossary.md";
const SECTION = /## Words we do not use\n(?<text>[\s\S]*?)(?=\n## |$)/;
const TOKEN = /[A-Za-z_$][\w$]*/g;
/** Not prose: fenced and indented code, code spans, and targets of links. */
const CODE = /^```[\s\S]*?^```|^ {4}.*$|`[^`\n]*`|\]\([^)]*\)/gm;
/** Documents that quote other words: the glossary itself and what is generated. */
const QUOTING = new Set([GLOSSARY, "docs/api-coverage.md", "docs/messages.md"]);

interface BannedWord {
  readonly instead: string;
  /** Path prefixes where the word has a meaning of its own. */
  readonly exceptIn: readonly string[];
}

/** Rows of the table: words separated by commas, what to say instead, paths where they are used. */
function bannedWords(text: string): ReadonlyMap<string, BannedWord> {
  const banned = new Map<string, BannedWord>();
  const rows = (SECTION.exec(text)?.groups?.["text"] ?? "")
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("| not "));
  for (const row of rows) {
    const [words = "", instead = "", except = ""] = row
      .split("|")
      .slice(1)
      .map((cell) => cell.trim());
    const exceptIn = [...except.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => path);
    for (const word of words.split(",")) banned.set(word.trim(), { instead, exceptIn });
  }
  return banned;
}

/** The words of an identifier, and its pairs of consecutive words. */
function termsOf(token: string): string[] {
  const words = wordsOf(token);
  return [...words, ...words.slice(1).map((word, index) => `${words[index]} ${word}`)];
}

/** Source code without its strings; the prose of a document; undefined for other files. */
function proseOf({ path, text }: TextFile, tree: SyntaxNode | undefined): string | undefined {
  if (tree !== undefined) return withoutStrings(text, tree);
  if (!path.endsWith(".md") || QUOTING.has(path)) return undefined;
  return text.replace(CODE, (code) => code.replace(/[^\n]/g, " "));
}

/**
 * The words that docs/glossary.md bans appear in no identifier, comment or document. String
 * literals may contain them: some are words of the wire interface.
 */
export function glossary(repository: Repository): Violation[] {
  const table = repository.files.find(({ path }) => path === GLOSSARY)?.text ?? "";
  const banned = bannedWords(table);
  const trees = new Map(repository.sources.map((file) => [file.path, file.tree]));
  const violations: Violation[] = [];
  for (const file of repository.files) {
    const { path, text } = file;
    for (const { 0: token, index } of (proseOf(file, trees.get(path)) ?? "").matchAll(TOKEN)) {
      for (const term of termsOf(token)) {
        const entry = banned.get(term);
        if (entry === undefined || entry.exceptIn.some((prefix) => path.startsWith(prefix))) {
          continue;
        }
        const message = `"${term}" in ${token}: say ${entry.instead}`;
        violations.push({ rule: "glossary", path, line: lineAt(text, index), message });
      }
    }
  }
  return violations;
}
