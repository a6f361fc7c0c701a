import { lineAt, type Repository, type Violation } from "../repository.ts";

/**
 * The repository speaks of the product alone: no path of one machine, no host that packages
 * came from, no signature of the tool a text was written with. The patterns are put together
 * so that they do not match this file.
 */
const PATTERNS: readonly {
  readonly pattern: RegExp;
  readonly message: string;
  /** The one file that may have it. */
  readonly except?: string;
}[] = [
  { pattern: new RegExp("/" + "(work|root|home/[a-z]+)/", "g"), message: "a path of one machine" },
  { pattern: new RegExp("registry" + "\\.[a-z]+|npm" + "mirror", "g"), message: "a registry host" },
  {
    pattern: new RegExp("co-authored" + "-by|generated" + " with \\[", "gi"),
    message: "a signature",
  },
  {
    pattern: new RegExp("shared" + "/(design|spec|reference|hooks)\\b", "g"),
    message: "a document that is not in the repository",
    // Compares the tests with the text of the specification, where that is present.
    except: "test/conformance/specification/read-specification.ts",
  },
];

/** Files whose text is not ours to word. */
const FOREIGN = new Set(["LICENSE"]);

/** Checks every text file, also the documents. */
export function repositoryWords(repository: Repository): Violation[] {
  return repository.files.flatMap((file) => {
    if (FOREIGN.has(file.path)) return [];
    const applied = PATTERNS.filter(({ except }) => except !== file.path);
    return applied.flatMap(({ pattern, message }) =>
      [...file.text.matchAll(pattern)].map((match) => ({
        rule: "repository-words",
        path: file.path,
        line: lineAt(file.text, match.index),
        message: `${message}: ${match[0]}`,
      })),
    );
  });
}
