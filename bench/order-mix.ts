/**
 * The order mixes of `bench core`, generated from a seed before the clock starts.
 *
 * `moves` is the mix with which exchange-core measures itself: 72 % change the price of a resting
 * order by about 1 % of its distance to the last trade, 12 % place GTC (mostly not crossing), 7 %
 * cancel, 7 % reduce the size, 2 % place IOC; sizes are 1 + the product of three uniform draws
 * from 0 to 5. `places` is place-heavy: 48 % GTC, 26 % IOC, 20 % cancel, 5 % move.
 *
 * Commands name orders by their number in the stream; the engines map it to their own ids. The
 * generator runs a small book of its own, so that it names only orders that are open.
 */

export type MixCommand = {
  readonly kind: "place" | "ioc" | "move" | "cancel" | "reduce";
  /** Number of the order in the stream, from 0. */
  readonly order: number;
  readonly user: number;
  readonly symbol: number;
  readonly isBuy: boolean;
  readonly price: number;
  readonly size: number;
};

export type MixShape = {
  readonly commands: number;
  readonly users: number;
  readonly symbols: number;
  /** Resting orders per symbol before the clock starts, and levels they lie on. */
  readonly prefill: number;
  readonly levels: number;
  readonly weights: Readonly<Record<MixCommand["kind"], number>>;
  /** Share of placed GTC orders that cross. */
  readonly crossing: number;
};

export const CENTRE = 100_000;

export const MOVES_WEIGHTS = { place: 12, ioc: 2, move: 72, cancel: 7, reduce: 7 } as const;
export const PLACES_WEIGHTS = { place: 48, ioc: 26, move: 5, cancel: 20, reduce: 1 } as const;

/** xorshift32: whole numbers only, the same everywhere. */
export class MixRandom {
  #state: number;
  constructor(seed: number) {
    this.#state = (seed ^ 0x9e3779b9) | 1;
  }
  /** Uniform from 0 to bound - 1. */
  below(bound: number): number {
    let x = this.#state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#state = x;
    return (x >>> 0) % bound;
  }
}

type Open = {
  order: number;
  user: number;
  symbol: number;
  isBuy: boolean;
  price: number;
  size: number;
  place: number;
};

function sizeOf(random: MixRandom): number {
  return 1 + random.below(6) * random.below(6) * random.below(6);
}

/** A model book: best prices by sorted levels are not needed, only rough crossing by the touch. */
class Model {
  readonly open: Open[] = [];
  readonly #random: MixRandom;
  readonly #shape: MixShape;
  next = 0;

  constructor(random: MixRandom, shape: MixShape) {
    this.#random = random;
    this.#shape = shape;
  }

  restingPrice(isBuy: boolean): number {
    const half = Math.max(2, Math.floor(this.#shape.levels / 2));
    const distance = 1 + this.#random.below(half);
    return isBuy ? CENTRE - distance : CENTRE + distance;
  }

  add(price: number, isBuy: boolean, symbol: number): Open {
    const order = {
      order: this.next++,
      user: this.#random.below(this.#shape.users),
      symbol,
      isBuy,
      price,
      size: sizeOf(this.#random),
      place: this.open.length,
    };
    this.open.push(order);
    return order;
  }

  remove(order: Open): void {
    const last = this.open.pop();
    if (last === undefined || last === order) return;
    this.open[order.place] = last;
    last.place = order.place;
  }

  pick(): Open | undefined {
    return this.open[this.#random.below(Math.max(1, this.open.length))];
  }
}

function place(model: Model, random: MixRandom, shape: MixShape): MixCommand {
  const isBuy = random.below(2) === 0;
  const symbol = random.below(shape.symbols);
  const crosses = random.below(1000) < shape.crossing * 1000;
  const price = crosses
    ? CENTRE + (isBuy ? 1 : -1) * (1 + random.below(4))
    : model.restingPrice(isBuy);
  const order = model.add(price, isBuy, symbol);
  if (crosses) model.remove(order);
  return { ...order, kind: "place" };
}

function change(model: Model, random: MixRandom, kind: MixCommand["kind"]): MixCommand | undefined {
  const order = model.pick();
  if (order === undefined) return undefined;
  if (kind === "cancel") {
    model.remove(order);
    return { ...order, kind };
  }
  if (kind === "reduce") {
    if (order.size < 2) return undefined;
    order.size -= 1 + random.below(order.size - 1);
    return { ...order, kind };
  }
  const distance = Math.abs(order.price - CENTRE);
  const step = 1 + Math.floor(distance / 100);
  const outward = random.below(2) === 0 || distance <= step + 1;
  const sign = order.isBuy === outward ? -1 : 1;
  order.price += sign * step;
  return { ...order, kind: "move" };
}

export type Mix = { readonly prefill: readonly MixCommand[]; readonly stream: MixCommand[] };

/** The same seed and shape give the same mix. */
export function generateMix(seed: number, shape: MixShape): Mix {
  const random = new MixRandom(seed);
  const model = new Model(random, shape);
  const prefill: MixCommand[] = [];
  for (let symbol = 0; symbol < shape.symbols; symbol++) {
    for (let i = 0; i < shape.prefill; i++) {
      const isBuy = i % 2 === 0;
      prefill.push({ ...model.add(model.restingPrice(isBuy), isBuy, symbol), kind: "place" });
    }
  }
  const kinds = Object.keys(shape.weights) as MixCommand["kind"][];
  const total = kinds.reduce((sum, kind) => sum + shape.weights[kind], 0);
  const stream: MixCommand[] = [];
  while (stream.length < shape.commands) {
    let draw = random.below(total);
    let kind: MixCommand["kind"] = "place";
    for (const candidate of kinds) {
      draw -= shape.weights[candidate];
      if (draw < 0) {
        kind = candidate;
        break;
      }
    }
    const command = next(model, random, shape, kind);
    if (command !== undefined) stream.push(command);
  }
  return { prefill, stream };
}

function next(
  model: Model,
  random: MixRandom,
  shape: MixShape,
  kind: MixCommand["kind"],
): MixCommand | undefined {
  if (kind === "place") return place(model, random, shape);
  if (kind !== "ioc") return change(model, random, kind);
  const isBuy = random.below(2) === 0;
  const price = CENTRE + (isBuy ? 1 : -1) * (1 + random.below(4));
  const order = model.add(price, isBuy, random.below(shape.symbols));
  model.remove(order);
  return { ...order, kind };
}
