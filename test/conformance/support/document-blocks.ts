/** The commands of a Markdown document that a reader types. */

/** A block of commands with the heading above it. */
export type DocumentBlock = {
  readonly section: string;
  readonly lines: readonly string[];
};

const INDENT = "    ";
const FENCE = "```";
const HEADING = /^#+ (.+)$/;

/**
 * Returns the blocks of commands of a document in order: lines indented by four spaces, and fenced
 * blocks of `sh`. A line of a block that ends with a backslash or a pipe goes on in the next one;
 * both are one element of `lines`.
 */
export function documentBlocks(text: string): DocumentBlock[] {
  const blocks: DocumentBlock[] = [];
  let section = "";
  let fence: string | undefined;
  let block: string[] | undefined;
  const end = (): void => {
    if (block !== undefined) blocks.push({ section, lines: joinedLines(block) });
    block = undefined;
  };
  for (const line of text.split("\n")) {
    if (line.startsWith(FENCE)) {
      end();
      fence = fence === undefined ? line.slice(FENCE.length) : undefined;
      continue;
    }
    const content = fence === undefined ? indented(line) : fence === "sh" ? line : undefined;
    if (content !== undefined) {
      block = [...(block ?? []), content];
      continue;
    }
    end();
    if (fence === undefined) section = HEADING.exec(line)?.[1] ?? section;
  }
  end();
  return blocks;
}

function indented(line: string): string | undefined {
  return line.startsWith(INDENT) ? line.slice(INDENT.length) : undefined;
}

function joinedLines(lines: readonly string[]): string[] {
  const joined: string[] = [];
  let isOpen = false;
  for (const line of lines) {
    if (isOpen) joined.push(`${joined.pop()}\n${line}`);
    else joined.push(line);
    isOpen = /[\\|]$/.test(line);
  }
  return joined;
}
