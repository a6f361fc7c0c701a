import { importsOf } from "../imports.ts";
import { lineAt, type Repository, type SourceFile, type Violation } from "../repository.ts";

const SIZES = "/sized.ts";
const SCALED = ".scaled.test.ts";

/** Line that imports the sizes; undefined in a file without one. */
function sizesLine(file: SourceFile): number | undefined {
  return importsOf(file).find(({ specifier }) => specifier.endsWith(SIZES))?.line;
}

/**
 * A test whose size depends on the suite is named `*.scaled.test.ts`: by another name only one of
 * the two suites would run it. A test with that name has sizes: otherwise both run the same.
 */
export function scaledTests(repository: Repository): Violation[] {
  return repository.sources.flatMap((file) => {
    const line = sizesLine(file);
    const isScaled = file.path.endsWith(SCALED);
    if (isScaled === (line !== undefined)) return [];
    const message = isScaled
      ? "a scaled test takes its sizes from test/support/sized.ts"
      : "a file that uses sized() is named *.scaled.test.ts";
    return [{ rule: "scaled-tests", path: file.path, line: line ?? lineAt(file.text, 0), message }];
  });
}
