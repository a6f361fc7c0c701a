/** Elements of the reference page: lists of members of a schema, examples. */

/** Deepest nesting of members that is listed. */
const DEPTH_MAX = 6;
/** Longer lists of values stand folded. */
const VALUES_SHOWN_MAX = 12;
/** Stands for the names of members that the schema does not list. */
const ANY_NAME = "…";

export function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** A paragraph; words between backticks are code. */
export function prose(text, attributes = {}) {
  const parts = text.split("`").map((part, index) => {
    return index % 2 === 0 ? part : element("code", {}, part);
  });
  return element("p", attributes, ...parts);
}

export function typeText(schema) {
  if (schema.anyOf) return schema.anyOf.map(typeText).join(" or ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return "one of";
  if (schema.prefixItems) return `list of ${schema.prefixItems.map(typeText).join(", ")}`;
  if (schema.type === "array" && schema.items?.enum) return "list of";
  if (schema.type === "array") return schema.items?.type ? listText(schema.items) : "list";
  return schema.format ?? schema.type ?? "any";
}

function listText(items) {
  const text = typeText(items);
  return `list of ${text.startsWith("list") ? text.replace("list", "lists") : `${text}s`}`;
}

export function boundsText(schema) {
  const { minimum, maximum } = schema;
  const parts = [];
  if (minimum !== undefined && maximum !== undefined) parts.push(`${minimum} to ${maximum}`);
  if (schema.maxItems !== undefined) parts.push(`at most ${schema.maxItems} items`);
  if (schema.maxLength !== undefined) parts.push(`at most ${schema.maxLength} characters`);
  if (schema.default !== undefined) parts.push(`default ${defaultText(schema.default)}`);
  return parts.join(", ");
}

function defaultText(value) {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}

/** Members of a schema with those nested in them, each with its depth. */
export function membersOf(schema, depth = 0) {
  if (depth > DEPTH_MAX || !schema || schema.prefixItems) return [];
  if (schema.type === "array") return membersOf(schema.items, depth);
  if (schema.anyOf) return schema.anyOf.flatMap((choice) => membersOf(choice, depth));
  const { properties = {}, patternProperties = {}, required = [] } = schema;
  const further = Object.values(patternProperties).map((member) => [ANY_NAME, member]);
  return [...Object.entries(properties), ...further].flatMap(([name, member]) => [
    { name, member, depth, required: required.includes(name) },
    ...membersOf(member, depth + 1),
  ]);
}

/** Values that a member or the items of a list may have; undefined if any. */
export function valuesOf(schema) {
  return schema.enum ?? schema.items?.enum;
}

function valueList(values) {
  const codes = values.map((value) => element("code", {}, value));
  const list = element("div", { class: "values" }, ...codes);
  if (values.length <= VALUES_SHOWN_MAX) return list;
  return element("details", {}, element("summary", {}, `${values.length} values`), list);
}

function memberItem({ name, member, depth, required }, isRequest) {
  const head = element("div", { class: "name" }, element("code", {}, name));
  head.append(element("span", { class: "type" }, typeText(member)));
  if (isRequest && required) head.append(element("span", { class: "required" }, "required"));
  const bounds = boundsText(member);
  if (bounds) head.append(element("span", { class: "quiet" }, bounds));
  const item = element("li", { class: `depth-${depth}` }, head);
  if (member.description) item.append(prose(member.description, { class: "quiet" }));
  const values = valuesOf(member);
  if (values) item.append(valueList(values));
  return item;
}

export function memberList(title, members, isRequest) {
  if (members.length === 0) return [];
  const items = members.map((member) => memberItem(member, isRequest));
  return [element("h4", {}, title), element("ul", { class: "members" }, ...items)];
}

export function example(title, text) {
  const button = element("button", { type: "button" }, "Copy");
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  });
  const code = element("pre", { tabindex: "0" }, text);
  return element("div", { class: "example" }, element("h4", {}, title), button, code);
}
