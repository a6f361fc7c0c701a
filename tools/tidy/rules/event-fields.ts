import type { FieldKind } from "../../../src/core/commands/schema.ts";
import { EVENTS, type EventKind } from "../../../src/core/events/events.ts";
import { isTest, lineAt, type Repository, type SourceFile, type Violation } from "../repository.ts";
import { child, children, nameOf, type SyntaxNode, stringOf, walk } from "../syntax.ts";

/** The only files that may know where the words of an event are. */
const HOMES = new Set(["src/core/events/event-buffer.ts", "src/core/events/event-layout.ts"]);
const OFFSET_TYPES = new Set([
  "EventHeader",
  "EventLayout",
  "FlagOffset",
  "MoneyOffset",
  "NumberOffset",
  "TextOffset",
]);
/** Methods that open events, and how many. */
const OPENERS: ReadonlyMap<string, number> = new Map([
  ["open", 1],
  ["openThree", 3],
]);
const WORD_ARRAYS = new Set(["numberWords", "moneyWords"]);

/** By the name of the constant: kind of the event whose layout it is. */
type Layouts = ReadonlyMap<string, EventKind>;

/** An event opened in a block, its place and layout by the names of their constants. */
type Opened = { readonly place: string; readonly layout: string; readonly open: SyntaxNode };

/** A word written at `place + LAYOUT.field`, into `numberWords`, `moneyWords` or as a text. */
type Write = {
  readonly place: string;
  readonly layout: string;
  readonly field: string;
  readonly target: string;
};

type Report = (node: SyntaxNode, message: string) => void;

/** The method that a call names, or undefined. */
function methodOf(node: SyntaxNode | undefined): string | undefined {
  if (node?.type !== "CallExpression") return undefined;
  return nameOf(child(child(node, "callee"), "property"));
}

/** Object and property of `A.b`, both by name. */
function memberOf(node: SyntaxNode | undefined): readonly [string, string] | undefined {
  if (node?.type !== "MemberExpression" || node["computed"] === true) return undefined;
  const object = nameOf(child(node, "object"));
  const property = nameOf(child(node, "property"));
  return object === undefined || property === undefined ? undefined : [object, property];
}

function declaratorsOf(statement: SyntaxNode): readonly SyntaxNode[] {
  return statement.type === "VariableDeclaration" ? children(statement, "declarations") : [];
}

function layoutsOf(file: SourceFile): Layouts {
  const layouts = new Map<string, EventKind>();
  for (const declarator of children(file.tree, "body").flatMap(declaratorsOf)) {
    const call = child(declarator, "init");
    if (nameOf(child(call, "callee")) !== "eventLayout") continue;
    const kind = stringOf(children(call, "arguments")[0]);
    const name = nameOf(child(declarator, "id"));
    if (name !== undefined && kind !== undefined) layouts.set(name, kind as EventKind);
  }
  return layouts;
}

/** Names of the layouts whose headers a call of `open` or `openThree` is given. */
function openedLayouts(call: SyntaxNode): readonly string[] {
  const count = OPENERS.get(methodOf(call) ?? "") ?? 0;
  return children(call, "arguments")
    .slice(0, count)
    .flatMap((argument) => {
      const member = memberOf(argument);
      return member?.[1] === "header" ? [member[0]] : [];
    });
}

/** Name of the constant that is `place + LAYOUT.words` of an opened event. */
function placeAfter(opened: Opened | undefined, block: readonly SyntaxNode[]): string | undefined {
  const next = block.find((declarator) => {
    const sum = fieldAt(child(declarator, "init"));
    return sum?.field === "words" && sum.place === opened?.place && sum.layout === opened.layout;
  });
  return nameOf(child(next, "id"));
}

/**
 * The events that a declaration opens: `const place = emit.open(A.header)`, or three by
 * `const first = emit.openThree(A.header, B.header, C.header)`, where the places of the others are
 * declared as `const second = first + A.words` and `const third = second + B.words`.
 */
function openedBy(declarator: SyntaxNode, block: readonly SyntaxNode[]): readonly Opened[] {
  const open = child(declarator, "init");
  const first = nameOf(child(declarator, "id"));
  if (open === undefined || first === undefined) return [];
  const opened: Opened[] = [];
  let place: string | undefined = first;
  for (const layout of openedLayouts(open)) {
    opened.push({ place: place ?? "", layout, open });
    place = placeAfter(opened.at(-1), block);
  }
  return opened;
}

/** The place, layout and field of `place + LAYOUT.field`. */
function fieldAt(node: SyntaxNode | undefined): Omit<Write, "target"> | undefined {
  if (node?.type !== "BinaryExpression" || node["operator"] !== "+") return undefined;
  const place = nameOf(child(node, "left"));
  const member = memberOf(child(node, "right"));
  if (place === undefined || member === undefined) return undefined;
  return { place, layout: member[0], field: member[1] };
}

/** What a statement writes into an opened event. */
function writeOf(statement: SyntaxNode): Write | undefined {
  if (statement.type !== "ExpressionStatement") return undefined;
  const expression = child(statement, "expression");
  if (methodOf(expression) === "writeText") {
    const at = fieldAt(children(expression, "arguments")[0]);
    return at && { ...at, target: "text" };
  }
  if (expression?.type !== "AssignmentExpression" || expression["operator"] !== "=") {
    return undefined;
  }
  const left = child(expression, "left");
  const target = nameOf(child(left, "object")) ?? "";
  const at = left?.["computed"] === true ? fieldAt(child(left, "property")) : undefined;
  return at && WORD_ARRAYS.has(target) ? { ...at, target } : undefined;
}

function targetOf(field: FieldKind): string {
  if (field === "money") return "moneyWords";
  return field === "text" ? "text" : "numberWords";
}

/** Judges the writes of one opened event against the fields of its kind. */
function judgeOpened(opened: Opened, kind: EventKind, writes: readonly Write[]): string[] {
  const fields: Readonly<Record<string, FieldKind>> = EVENTS[kind] ?? {};
  const messages: string[] = [];
  for (const [name, field] of Object.entries(fields)) {
    const own = writes.filter((write) => write.field === name);
    if (own.length !== 1) messages.push(`${kind}.${name} is written ${own.length} times, not once`);
    const target = targetOf(field);
    if (own.some((write) => write.target !== target)) {
      messages.push(`${kind}.${name} is written to ${own[0]?.target}, not ${target}`);
    }
  }
  const hasText = Object.values(fields).includes("text");
  const given = children(opened.open, "arguments").length;
  const hasWords = methodOf(opened.open) === "open" && given === 2;
  if (hasWords !== hasText) {
    messages.push(`${kind} is opened ${hasText ? "without" : "with"} the words of a text`);
  }
  return messages;
}

/** Writes stand in the block that opens their event, so that none depends on a condition. */
function judgeBlock(block: SyntaxNode, layouts: Layouts, report: Report): Set<SyntaxNode> {
  const judged = new Set<SyntaxNode>();
  const statements = children(block, "body");
  const declarators = statements.flatMap(declaratorsOf);
  const opened = declarators.flatMap((declarator) => openedBy(declarator, declarators));
  if (new Set(opened.map(({ place }) => place)).size !== opened.length) {
    report(block, "two events are opened at one place");
  }
  for (const one of opened) {
    judged.add(one.open);
    const kind = layouts.get(one.layout);
    if (kind === undefined) {
      report(one.open, `${one.layout} is not a layout of this file`);
      continue;
    }
    const writes: Write[] = [];
    for (const statement of statements) {
      const write = writeOf(statement);
      if (write?.place !== one.place || write.layout !== one.layout) continue;
      judged.add(statement);
      writes.push(write);
    }
    for (const message of judgeOpened(one, kind, writes)) report(one.open, message);
  }
  return judged;
}

/** What only `event-buffer.ts` and `event-layout.ts` may do with the words of an event. */
function misuseOf(node: SyntaxNode): string | undefined {
  if (node.type === "MemberExpression") {
    const object = nameOf(child(node, "object"));
    if (node["computed"] === true && object !== undefined && WORD_ARRAYS.has(object)) {
      return `${object}[…] is not a field written through the layout of an opened event`;
    }
    const property = nameOf(child(node, "property"));
    if (node["computed"] !== true && property !== undefined && WORD_ARRAYS.has(property)) {
      return `take ${property} as \`const { ${property} } = emit\``;
    }
  }
  if (node.type === "Property") {
    const key = nameOf(child(node, "key"));
    const value = child(node, "value");
    const isRenamed = key !== undefined && WORD_ARRAYS.has(key) && nameOf(value) !== key;
    if (isRenamed && value?.type === "Identifier") return `do not rename ${key} of an event`;
  }
  if (node.type === "CallExpression" && openedLayouts(node).length > 0) {
    return "open an event as `const place = emit.open(LAYOUT.header)`";
  }
  return undefined;
}

function judgeCast(node: SyntaxNode): string | undefined {
  if (node.type !== "TSAsExpression") return undefined;
  const name = nameOf(child(child(node, "typeAnnotation"), "typeName")) ?? "";
  return OFFSET_TYPES.has(name) ? `only event-layout.ts makes ${name}` : undefined;
}

/**
 * The block that opens an event writes each field of its layout once, by name, and no code reads or
 * writes the words of an event in another way. The types of the offsets, which only
 * `event-layout.ts` makes, hold readers to the layout.
 */
export function eventFields(repository: Repository): Violation[] {
  const violations: Violation[] = [];
  for (const file of repository.sources) {
    if (isTest(file.path) || HOMES.has(file.path)) continue;
    const report: Report = (node, message) => {
      const line = lineAt(file.text, node.start);
      violations.push({ rule: "event-fields", path: file.path, line, message });
    };
    const layouts = layoutsOf(file);
    const isCore = file.path.startsWith("src/core/");
    const judged = new Set<SyntaxNode>();
    walk(file.tree, (node, ancestors) => {
      for (const one of judgeBlock(node, layouts, report)) judged.add(one);
      const isJudged = judged.has(node) || ancestors.some((above) => judged.has(above));
      const message = judgeCast(node) ?? (isCore && !isJudged ? misuseOf(node) : undefined);
      if (message !== undefined) report(node, message);
    });
  }
  return violations;
}
