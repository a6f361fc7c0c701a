/** Runs commands by their keys. */
import { type Command, commands } from "./commands.ts";
import { preferences } from "./preferences.ts";

const TYPING = new Set(["INPUT", "TEXTAREA", "SELECT"]);

/** Returns a key press as text: modifiers in a fixed order, then the key, as `Ctrl+Shift+K`. */
export function keyText(event: KeyboardEvent): string {
  const key = event.key === " " ? "Space" : event.key;
  const name = key.length === 1 ? key.toUpperCase() : key;
  const isLetter = /^[A-Z]$/.test(name);
  return [
    event.ctrlKey || event.metaKey ? "Ctrl+" : "",
    event.altKey ? "Alt+" : "",
    // The sign of a key such as ? contains its Shift.
    event.shiftKey && (isLetter || name.length > 1) ? "Shift+" : "",
    name,
  ].join("");
}

/** Key of a command: the one that the user chose, else its default. */
export function keyOf(command: Command): string | undefined {
  return preferences().keys[command.id] ?? command.key;
}

/**
 * Whether the target of an event takes text, so that plain keys belong to it. A field of a dialog
 * that has just closed keeps the focus until the next frame, and takes no text.
 */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const isField = TYPING.has(target.tagName) || target.isContentEditable;
  return isField && target.closest("dialog:not([open])") === null;
}

/** Whether the focused control has a use of its own for Space and Enter. */
function isPressing(target: EventTarget | null, text: string): boolean {
  if (text !== "Space" && text !== "Enter") return false;
  if (!(target instanceof Element) || target.closest("dialog:not([open])") !== null) return false;
  return target.closest("button, a[href], summary") !== null;
}

/** Listens to the keys of the page. Trading keys do nothing until they are enabled. */
export function listenToKeys(): void {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    const text = keyText(event);
    if (isTyping(event.target) && !text.startsWith("Ctrl+")) return;
    if (isPressing(event.target, text)) return;
    // A dialog has the keys of its own fields and buttons.
    if (document.querySelector("dialog[open]") !== null) return;
    const command = commands().find((known) => keyOf(known) === text);
    if (command === undefined) return;
    if (command.isTrading === true && !preferences().tradingKeys) return;
    event.preventDefault();
    command.run();
  });
}
