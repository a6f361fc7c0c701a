/** Steps from one price to another that an operator need not confirm. */

/**
 * Share of its present value by which each step moves a price. An operator's change of more than
 * 10 % is answered with what it would do, which a thread of its own finds out in half a second.
 */
const STEP = 0.095;

/**
 * Prices from `present`, without it, to `target`, each at most a tenth away from the one before it;
 * `decimals` and `tickStep` are those of the instrument.
 */
export function priceSteps(
  present: string,
  target: string,
  { decimals, tickStep }: { readonly decimals: number; readonly tickStep: number },
): readonly string[] {
  const unit = 10 ** decimals / tickStep;
  const goal = Math.round(Number(target) * unit);
  const steps: string[] = [];
  let ticks = Math.round(Number(present) * unit);
  // At least a tick each; a price of a few ticks must be confirmed.
  while (ticks !== 0 && Math.abs(goal - ticks) > Math.max(1, ticks * STEP)) {
    const step = Math.max(1, Math.floor(ticks * STEP));
    ticks += goal > ticks ? step : -step;
    steps.push((ticks / unit).toFixed(decimals));
  }
  return [...steps, target];
}
