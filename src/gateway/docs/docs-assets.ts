/** Files of this folder. */
import { readFileSync } from "node:fs";
import { SCRIPT_TYPE, type ServedFile } from "../pages/served-files.ts";

/** Returns scripts of this folder by their URLs below `/docs`. */
export function scripts(...names: readonly string[]): Record<string, ServedFile> {
  return Object.fromEntries(
    names.map((name) => [
      `/docs/${name}.js`,
      { type: SCRIPT_TYPE, content: () => asset(`${name}.js`) },
    ]),
  );
}

/** Returns the text of a file of this folder. */
export function asset(name: string): string {
  return readFileSync(new URL(name, import.meta.url), "utf8");
}
