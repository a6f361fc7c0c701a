/** Flags of Node on command lines. */
import { readFileSync } from "node:fs";

const PACKAGE = new URL("../../package.json", import.meta.url);
const { scripts } = JSON.parse(readFileSync(PACKAGE, "utf8")) as {
  readonly scripts: Readonly<Record<"start", string>>;
};

/** Words of a command line that begin with two dashes. */
export function flagsOf(line: string): string[] {
  return line.split(" ").filter((word) => word.startsWith("--"));
}

/** Flags with which `npm start` runs the exchange (decision 0122). */
export const NODE_FLAGS = flagsOf(scripts.start);
