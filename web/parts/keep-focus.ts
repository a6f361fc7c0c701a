import { onCleanup, onMount } from "solid-js";

/** What takes the focus: parts of a page with a name. */
const PARTS = '[role="tabpanel"], section, main';

/**
 * Gives the focus to the part of the page around an element that disappears with the focus, such
 * as the button of a row that is gone: it would be lost to the page, and a screen reader would
 * begin at its top. To be called by a component, with its element.
 */
export function keepFocus(within: () => HTMLElement | undefined): void {
  let last: HTMLElement | undefined;
  let around: readonly HTMLElement[] = [];
  const note = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement)) return;
    last = target;
    around = partsAround(target);
  };
  const keep = (): void => {
    if (last === undefined || last.isConnected) return;
    last = undefined;
    if (document.activeElement !== document.body) return;
    const part = around.find((one) => one.isConnected);
    if (part === undefined) return;
    if (part.tabIndex < 0) part.tabIndex = -1;
    part.focus();
  };
  const observer = new MutationObserver(keep);
  onMount(() => {
    const element = within();
    if (element === undefined) return;
    element.addEventListener("focusin", note);
    observer.observe(element, { childList: true, subtree: true });
  });
  onCleanup(() => observer.disconnect());
}

/** Returns the parts that an element is in, from the innermost on. */
function partsAround(element: HTMLElement): readonly HTMLElement[] {
  const part = element.closest<HTMLElement>(PARTS);
  if (part === null) return [];
  return [part, ...(part.parentElement === null ? [] : partsAround(part.parentElement))];
}
