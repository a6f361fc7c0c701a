const POLL_MS = 5;

/**
 * Resolves with the first value of `condition` that is neither false nor undefined. Fails once
 * `deadlineMs` have passed, naming what was awaited and the last error the condition threw.
 */
export async function eventually<T>(
  awaited: string,
  condition: () => T | Promise<T>,
  deadlineMs = 60_000,
): Promise<Exclude<T, false | undefined>> {
  const startedAtMs = performance.now();
  let cause: unknown;
  for (;;) {
    try {
      const value = await condition();
      if (value !== false && value !== undefined) return value as Exclude<T, false | undefined>;
      cause = undefined;
    } catch (error) {
      cause = error;
    }
    if (performance.now() - startedAtMs >= deadlineMs) {
      throw new Error(`expected within ${deadlineMs} ms: ${awaited}`, { cause });
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
