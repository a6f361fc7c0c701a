/** Reads the specification, which is not part of the repository: without it tests are skipped. */
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

const PATH = resolve(import.meta.dirname, "../../../../shared/spec/exchange-interface.md");

export const HAS_SPECIFICATION = existsSync(PATH);

/** One row of a table, or one sentence. */
export interface Statement {
  /** Heading above it, without what it has in parentheses. */
  readonly heading: string;
  /** Titles of the columns of its table; empty outside tables. */
  readonly columns: readonly string[];
  /** Cells of the row; the sentence alone outside tables. */
  readonly cells: readonly string[];
  /** The cells joined by " | ", or the sentence. */
  readonly text: string;
}

const SENTENCE_END = /(?<=[^.]\.|\})\s+(?=[A-Za-z])/;
const LIST_MARK = /^(- |\d+\. )/;
const RULER = /^\|[-|: ]+\|$/;

function cellsOf(line: string): string[] {
  return line
    .slice(1, -1)
    .split("|")
    .map((cell) => cell.trim());
}

export function withoutParentheses(text: string): string {
  return text.replaceAll(/\s*\([^()]*\)/g, "").trim();
}

/** Returns every statement of the specification in its order; headings are not among them. */
export function readSpecification(): readonly Statement[] {
  const statements: Statement[] = [];
  let heading = "";
  let columns: readonly string[] = [];
  for (const line of readFileSync(PATH, "utf8").split("\n")) {
    if (RULER.test(line)) continue;
    const isRow = line.startsWith("|");
    if (!isRow) columns = [];
    if (line.startsWith("#")) heading = withoutParentheses(line.replace(/^#+ /, ""));
    else if (isRow && columns.length === 0) columns = cellsOf(line);
    else if (isRow) {
      const cells = cellsOf(line);
      statements.push({ heading, columns, cells, text: cells.join(" | ") });
    } else {
      const sentences = line.replace(LIST_MARK, "").split(SENTENCE_END);
      for (const text of sentences.filter((sentence) => sentence.trim() !== "")) {
        statements.push({ heading, columns, cells: [text], text });
      }
    }
  }
  return statements;
}
