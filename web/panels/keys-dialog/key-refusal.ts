/** Which keys a command can have. */

export type KeyHolder = { readonly id: string; readonly title: string; readonly key: string };

const MODIFIERS = new Set(["Shift", "Control", "Alt", "Meta", "AltGraph", "CapsLock", "Dead"]);
/** Keys that move the focus or belong to the browser, which does not give them to pages. */
const RESERVED = new Set([
  ..."Tab Shift+Tab Shift+Enter F1 F5 F6 F11 F12 Ctrl+T Ctrl+N Ctrl+W Ctrl+Q Ctrl+R".split(" "),
  ..."Ctrl+Shift+T Ctrl+Shift+N Ctrl+Shift+W Ctrl+Tab Ctrl+Shift+R".split(" "),
  ..."Ctrl+L Ctrl+C Ctrl+V Ctrl+X Ctrl+A Ctrl+Z Alt+ArrowLeft Alt+ArrowRight".split(" "),
]);

/** Whether a key of the keyboard is a modifier, which says nothing alone. */
export function isModifier(key: string): boolean {
  return MODIFIERS.has(key);
}

/** Returns why a command cannot have a key; undefined when it can. */
export function keyRefusal(
  key: string,
  id: string,
  holders: readonly KeyHolder[],
): string | undefined {
  if (RESERVED.has(key)) return `${key} belongs to the browser. Press another key.`;
  const holder = holders.find((other) => other.key === key && other.id !== id);
  if (holder === undefined) return undefined;
  return `${key} is the key of "${holder.title}". Change that one first, or press another key.`;
}
