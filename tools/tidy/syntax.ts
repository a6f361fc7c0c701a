import { parseAst } from "vitest/node";

/** A node of the ESTree-shaped syntax tree: every member beyond these is read through `child`. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === "object" &&
  value !== null &&
  typeof (value as { type?: unknown }).type === "string";

/** Parses TypeScript source; throws the parser's own error where the text is not TypeScript. */
export function parseSource(text: string, lang: "ts" | "tsx" = "ts"): SyntaxNode {
  return parseAst(text, { lang }) as unknown as SyntaxNode;
}

/** The node standing in `member`, or undefined where there is none. */
export function child(node: SyntaxNode | undefined, member: string): SyntaxNode | undefined {
  const value = node?.[member];
  return isNode(value) ? value : undefined;
}

/** The nodes standing in `member`, whether it holds one, a list or nothing. */
export function children(node: SyntaxNode | undefined, member: string): readonly SyntaxNode[] {
  const value = node?.[member];
  if (Array.isArray(value)) return value.filter(isNode);
  return isNode(value) ? [value] : [];
}

/** The text of an identifier or string literal in `member`, or undefined. */
export function nameOf(node: SyntaxNode | undefined, member = "name"): string | undefined {
  const value = node?.[member];
  return typeof value === "string" ? value : undefined;
}

/** The value of a string literal or of a template without values; undefined for another node. */
export function stringOf(node: SyntaxNode | undefined): string | undefined {
  if (node?.type !== "TemplateLiteral") {
    return node?.type === "Literal" ? nameOf(node, "value") : undefined;
  }
  const [text, more] = children(node, "quasis");
  const value = text?.["value"] as { readonly cooked?: string } | undefined;
  return more === undefined ? value?.cooked : undefined;
}

/** Visits a tree, parents first; `ancestors` lists the way from the root to the visited node. */
export function walk(
  root: SyntaxNode,
  visit: (node: SyntaxNode, ancestors: readonly SyntaxNode[]) => void,
): void {
  const ancestors: SyntaxNode[] = [];
  const step = (node: SyntaxNode): void => {
    visit(node, ancestors);
    ancestors.push(node);
    for (const member of Object.keys(node)) {
      for (const below of children(node, member)) step(below);
    }
    ancestors.pop();
  };
  step(root);
}

const STRINGS = new Set(["Literal", "TemplateElement"]);

/** The source text with every literal blanked, so that offsets stay what they are. */
export function withoutStrings(text: string, tree: SyntaxNode): string {
  const parts: string[] = [];
  let from = 0;
  walk(tree, (node) => {
    if (!STRINGS.has(node.type) || node.start < from) return;
    parts.push(text.slice(from, node.start), " ".repeat(node.end - node.start));
    from = node.end;
  });
  parts.push(text.slice(from));
  return parts.join("");
}
