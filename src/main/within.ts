/** Waits for `work`, at most `waitMs`; returns false when it has not finished by then. */
export async function within(work: Promise<unknown>, waitMs: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), Math.max(0, waitMs));
  const isDone = await Promise.race([work.then(() => true), promise]);
  clearTimeout(timer);
  return isDone;
}
