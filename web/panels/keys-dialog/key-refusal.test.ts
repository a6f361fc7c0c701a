import { expect, it } from "vitest";
import { isModifier, keyRefusal } from "./key-refusal.ts";

const HOLDERS = [
  { id: "markets", title: "Choose a market", key: "/" },
  { id: "cancel-all", title: "Cancel all", key: "Shift+C" },
];

it("a free key is accepted, and the own key again", () => {
  expect(keyRefusal("G", "markets", HOLDERS)).toBeUndefined();
  expect(keyRefusal("/", "markets", HOLDERS)).toBeUndefined();
});

it("the key of another command is refused with its name", () => {
  expect(keyRefusal("Shift+C", "markets", HOLDERS)).toContain('"Cancel all"');
});

it("keys of the browser and of the focus are refused", () => {
  for (const key of ["Tab", "Ctrl+W", "F5"]) {
    expect(keyRefusal(key, "markets", HOLDERS)).toContain("belongs to the browser");
  }
});

it("a modifier is no key", () => {
  expect(["Shift", "Control", "A"].map(isModifier)).toEqual([true, true, false]);
});
