type Seen = { priceE8: number; observedAtMs: number; isSpot: boolean };

/** A spot price rules for so long before another market's middle may stand in, in ms. */
const SPOT_RULES_FOR_MS = 10_000;

/** The captured middles as a source of index prices, by base coin, in dollars × 10^-8. */
export class ReplayedPrices {
  readonly name = "replayed";
  readonly rank = "replayed";
  readonly weight = 1;
  readonly #seen = new Map<string, Seen>();

  observe(baseCode: string, seen: Seen): void {
    const last = this.#seen.get(baseCode);
    const isSpotFresh =
      last?.isSpot === true && seen.observedAtMs - last.observedAtMs < SPOT_RULES_FOR_MS;
    if (seen.priceE8 > 0 && (seen.isSpot || !isSpotFresh)) this.#seen.set(baseCode, seen);
  }

  price(
    underlying: string,
    _nowMs: number,
  ): { readonly priceE8: number; readonly observedAtMs: number } | undefined {
    return this.#seen.get(underlying);
  }
}
