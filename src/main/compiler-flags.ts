/** Settings of V8's compiler that the exchange runs with: decisions 0053 and 0118. */
import { setFlagsFromString } from "node:v8";

/**
 * Disables V8's pretenuring. Request objects wait for the disk, so most of them survive the first
 * collections, and V8 concludes that such objects are long-lived and allocates all later ones in
 * the old generation. There, each completed request retains its whole graph of young objects until
 * the next full collection, with pauses of 20 ms instead of 3 ms.
 */
const NO_PRETENURING = "--no-allocation-site-pretenuring";

/**
 * Bytecode that V8 inlines into one compiled function, in bytes (default 920). The core's small
 * functions and assertions exceed the default, and V8 then calls the remaining ones.
 */
const INLINED_BYTES = "--max-inlined-bytecode-size-cumulative=4000";

/**
 * Bytecode of a function that V8 inlines, in bytes (default 460). The settlement of a spot fill is
 * just below the default: inlined, it leaves no room for what it calls, and its amounts become
 * objects.
 */
const INLINED_FUNCTION_BYTES = "--max-inlined-bytecode-size=440";

/**
 * Calls that V8 inlines, by their frequency: one in so many runs of the caller (default 0.15). Most
 * calls of the core are on the way of some orders only, such as those that trade.
 */
const INLINED_FREQUENCY = "--min-inlining-frequency=0.02";

/** Call it before the functions concerned are compiled, so first of all. */
export function setCompilerFlags(): void {
  setFlagsFromString(NO_PRETENURING);
  setFlagsFromString(INLINED_BYTES);
  setFlagsFromString(INLINED_FUNCTION_BYTES);
  setFlagsFromString(INLINED_FREQUENCY);
}

/** Calls of a function after which V8 optimizes it, by the names of its flags: its own defaults. */
export const OPTIMIZED_AFTER = {
  "invocation-count-for-maglev": 400,
  "invocation-count-for-maglev-osr": 100,
  "invocation-count-for-turbofan": 3_000,
  "invocation-count-for-osr": 500,
} as const;

/** Factor by which V8 optimizes later while an exchange is founded. */
const POSTPONED = 10;

/**
 * Lets V8 optimize functions later, until the returned function is called. A founding applies a few
 * thousand commands and is over before optimized code repays the time that it takes to compile.
 * No module may be loaded meanwhile: V8 compares these flags with those of compiled code.
 */
export function postponeOptimization(): () => void {
  const set = (factor: number): void => {
    for (const [flag, calls] of Object.entries(OPTIMIZED_AFTER)) {
      setFlagsFromString(`--${flag}=${calls * factor}`);
    }
  };
  set(POSTPONED);
  return () => set(1);
}
