type ObservedPrice = { priceE8: number; observedAtMs: number; isSpot: boolean };

/** Time in ms for which a spot price takes precedence over the mid price of other markets. */
const SPOT_PRECEDENCE_MS = 10_000;

/** Captured mid prices as a source of index prices, by base coin, in dollars × 10^-8. */
export class ReplayedPrices {
  readonly name = "replayed";
  readonly rank = "replayed";
  readonly weight = 1;
  readonly #prices = new Map<string, ObservedPrice>();

  observe(baseCode: string, observed: ObservedPrice): void {
    const last = this.#prices.get(baseCode);
    const isSpotFresh =
      last?.isSpot === true && observed.observedAtMs - last.observedAtMs < SPOT_PRECEDENCE_MS;
    if (observed.priceE8 > 0 && (observed.isSpot || !isSpotFresh))
      this.#prices.set(baseCode, observed);
  }

  price(
    underlying: string,
    _nowMs: number,
  ): { readonly priceE8: number; readonly observedAtMs: number } | undefined {
    return this.#prices.get(underlying);
  }
}
