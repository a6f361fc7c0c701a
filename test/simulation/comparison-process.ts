/**
 * A process that compares the core and the naive exchange as often as its parent asks, each time
 * with other texts of some modules; these and all that import them are evaluated again.
 */
import type { Coverage } from "./coverage.ts";
import type { runDifferential } from "./differential.ts";
import { FreshModules } from "./fresh-modules.ts";
import type { CommandsFailed } from "./shrink.ts";

/** What to compare, with which TypeScript of modules by their paths in the product. */
export type ComparisonRequest = {
  readonly terms: Parameters<typeof runDifferential>[0];
  readonly changed: ReadonlyMap<string, string>;
};

/** The check that failed, if one did; or why the run itself broke. */
export type ComparisonReport =
  | { readonly kind: "whole" }
  | { readonly kind: "broken"; readonly error: string }
  | {
      readonly kind: "failed";
      readonly seed: number;
      readonly check: string;
      readonly seq: number;
      readonly message: string;
    };

type Comparison = {
  readonly runDifferential: typeof runDifferential;
  readonly Coverage: typeof Coverage;
  readonly CommandsFailed: typeof CommandsFailed;
};

const FILES = ["differential.ts", "coverage.ts", "shrink.ts"];
const modules = new FreshModules();

async function compare({ changed, terms }: ComparisonRequest): Promise<ComparisonReport> {
  const paths = FILES.map((file) => `test/simulation/${file}`);
  const parts = Object.assign({}, ...(await modules.evaluate(paths, changed))) as Comparison;
  try {
    parts.runDifferential(terms, new parts.Coverage(), () => undefined);
    return { kind: "whole" };
  } catch (thrown) {
    if (!(thrown instanceof parts.CommandsFailed)) throw thrown;
    const { seed, violation } = thrown;
    const { check, message, seq } = violation;
    return { kind: "failed", seed, check, seq, message };
  }
}

process.on("message", async (request: ComparisonRequest) => {
  const report = await compare(request).catch((thrown: unknown): ComparisonReport => {
    const error = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
    return { kind: "broken", error };
  });
  process.send?.(report);
});
