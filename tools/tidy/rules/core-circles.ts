import { importsOf } from "../imports.ts";
import { isTest, type Repository, type Violation } from "../repository.ts";

const ROOT = "src/core/";

interface Edge {
  readonly path: string;
  readonly line: number;
}

/** Files of core that each file of core imports, types included. */
function importsInCore(repository: Repository): Map<string, readonly Edge[]> {
  const files = repository.sources.filter(({ path }) => path.startsWith(ROOT) && !isTest(path));
  return new Map(
    files.map((file) => {
      const edges = importsOf(file).flatMap(({ target, line }) =>
        target?.startsWith(ROOT) === true ? [{ path: target, line }] : [],
      );
      return [file.path, edges];
    }),
  );
}

/** Checks that no files of core import each other in a circle, not even types. */
export function coreCircles(repository: Repository): Violation[] {
  const imports = importsInCore(repository);
  const violations: Violation[] = [];
  const finished = new Set<string>();
  const open: string[] = [];
  const visit = (path: string): void => {
    open.push(path);
    for (const { path: target, line } of imports.get(path) ?? []) {
      if (finished.has(target)) continue;
      const start = open.indexOf(target);
      if (start === -1) {
        visit(target);
        continue;
      }
      const circle = [...open.slice(start), target].map((file) => file.slice(ROOT.length));
      const message = `files import each other in a circle: ${circle.join(" → ")}`;
      violations.push({ rule: "core-circles", path, line, message });
    }
    open.pop();
    finished.add(path);
  };
  for (const path of imports.keys()) if (!finished.has(path)) visit(path);
  return violations;
}
