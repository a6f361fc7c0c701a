/** A person without a pointer: reaches everything by keys, and must see where the focus is. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { eventually } from "../../support/eventually.ts";

/** Presses of Tab after which everything of a page has been passed. */
const STOPS_MAX = 250;

/** Element with the focus: role and name as a screen reader says them. */
type Stop = { readonly role: string; readonly name: string };

const NOWHERE: Stop = { role: "none", name: "" };

/**
 * Where the focus is, by the accessibility tree of the browser, and whether the element or the box
 * around a field has an outline; `undefined` without a focus. Runs in the page.
 */
const FOCUS = `(() => {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return undefined;
  const places = [focused, focused.closest(".box")].filter((one) => one !== null);
  const isSeen = places.some((one) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    return outlineStyle !== "none" && parseFloat(outlineWidth) > 0;
  });
  return { role: focused.computedRole, name: focused.computedName, isSeen };
})()`;

export class KeyboardHand {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Presses keys, such as `Enter` or `Shift+Tab`, one after the other. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#page.keyboard.press(key);
  }

  type(text: string): Promise<void> {
    return this.#page.keyboard.type(text);
  }

  /** Presses Tab until an element of a role and name has the focus; each stop shows the focus. */
  async reach(role: string, name: string | RegExp): Promise<void> {
    const passed: string[] = [];
    for (let count = 0; count < STOPS_MAX; count += 1) {
      const stop = await this.#stop();
      if (isCalled(stop, role, name)) return;
      await this.press("Tab");
      passed.push(`${stop.role} ${stop.name}`);
    }
    throw new Error(`Tab does not reach ${role} ${name}, but ${passed.join("; ")}`);
  }

  /** Reaches a button or link and presses it. */
  async act(name: string | RegExp, role: "button" | "link" = "button"): Promise<void> {
    await this.reach(role, name);
    await this.press("Enter");
  }

  /** Reaches a field and writes a text in the place of what it had. */
  async write(name: string | RegExp, text: string): Promise<void> {
    await this.reach("textbox", name);
    await this.press("Control+a");
    await this.type(text);
  }

  /** Reaches a box and ticks or unticks it. */
  async tick(name: string | RegExp): Promise<void> {
    await this.reach("checkbox", name);
    await this.press("Space");
  }

  /** Reaches a list of choices and moves to the one that begins with a text. */
  async choose(name: string | RegExp, text: string): Promise<void> {
    await this.reach("combobox", name);
    await this.type(text);
    const chosen = await this.#page.evaluate<string>(
      "document.activeElement.selectedOptions[0].textContent",
    );
    expect(chosen).toMatch(new RegExp(`^${text}`));
  }

  /** Reaches the chosen one of a row of radio buttons or tabs, and moves to another by arrows. */
  async move(role: "radio" | "tab", from: string | RegExp, to: string | RegExp): Promise<void> {
    await this.reach(role, from);
    for (let count = 0; count < STOPS_MAX; count += 1) {
      if (isCalled(await this.#stop(), role, to)) return;
      await this.press("ArrowRight");
    }
    throw new Error(`the arrow keys do not reach ${role} ${to}`);
  }

  /** Expects that an element of a role and name has the focus, now or soon. */
  async expectAt(role: string, name: string | RegExp): Promise<void> {
    await eventually(`the focus at ${role} ${name}`, async () =>
      isCalled(await this.#stop(), role, name),
    );
  }

  /** Returns where the focus is. Fails where it cannot be seen. */
  async #stop(): Promise<Stop> {
    const focus = await this.#page.evaluate<(Stop & { isSeen: boolean }) | undefined>(FOCUS);
    if (focus === undefined) return NOWHERE;
    const { isSeen, ...stop } = focus;
    expect([stop, isSeen]).toEqual([stop, true]);
    return stop;
  }
}

function isCalled(stop: Stop, role: string, name: string | RegExp): boolean {
  if (stop.role !== role) return false;
  return typeof name === "string" ? stop.name === name : name.test(stop.name);
}
