/** Flags of Node on command lines. */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");

/** Words of a command line that begin with two dashes. */
export function flagsOf(line: string): string[] {
  return line.split(" ").filter((word) => word.startsWith("--"));
}

/** Flags with which the package file of a checkout runs a program; none where there is no file. */
export function nodeFlagsOf(checkout: string, file: string): string[] {
  const path = join(checkout, "package.json");
  if (!existsSync(path)) return [];
  const { scripts } = JSON.parse(readFileSync(path, "utf8")) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  return flagsOf(Object.values(scripts).find((line) => line.endsWith(` ${file}`)) ?? "");
}

/** Flags with which `npm start` runs the exchange (decision 0122). */
export const NODE_FLAGS = nodeFlagsOf(ROOT, "src/main/start.ts");
