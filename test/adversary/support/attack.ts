/** Runs an attack in all its variants and holds what it gains and costs to its bounds. */
import { describe, expect, it } from "vitest";
import { audit } from "../../../src/core/audit.ts";
import { createState, type State } from "../../../src/core/state.ts";
import { encodeState, restoreState } from "../../../src/core/state-encoding.ts";
import { type AttackName, BOUNDS } from "../bounds.ts";
import { type AdversaryMarket, openAdversaryMarket, type People } from "./adversary-market.ts";
import { Trader } from "./moves.ts";
import type { Product, Side } from "./products.ts";
import { worthOfAll } from "./worth.ts";

/** One variant of an attack. */
export type Variant = {
  readonly product: Product;
  /** The side on which the attackers' order trades far from the index. */
  readonly side: Side;
  /** Whether market agents trade the instrument too. */
  readonly hasAgents: boolean;
};

export type Script = Variant & {
  readonly market: AdversaryMarket;
  readonly trader: (name: string) => Trader;
};

export type Attack = {
  readonly attackers: readonly string[];
  /** Products on whose variants the attack is tried. */
  readonly products: readonly Product[];
  readonly people: (variant: Variant) => People;
  /** What is there before the attack: quotes, positions and stops of all. */
  readonly prepare: (script: Script) => Promise<void>;
  readonly run: (script: Script) => Promise<void>;
  /** Further claims about the end. */
  readonly check?: () => void;
  readonly sides?: readonly Side[];
  /** The world moves, so that what agents happen to hold would count as gain or loss. */
  readonly isWithoutAgents?: true;
};

/** Gains in dollars at the world's prices; losses are negative. */
export type Outcome = {
  readonly attackers: number;
  readonly house: number;
  readonly bystanders: Readonly<Record<string, number>>;
};

/** How long liquidations and forced sales have to come to an end, in virtual ms. */
const SETTLING_MS = 10_000;
/** Dollars by which floating point may be off. */
const TOLERANCE = 0.01;

/** A copy of the state, in which what everybody held can be valued at later prices. */
function copyOf(state: State): State {
  const copy = createState();
  restoreState(copy, encodeState(state));
  return copy;
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

/** Gains since `before`, both valued at the prices of now. */
function outcomeOf(market: AdversaryMarket, before: State, attackers: readonly string[]): Outcome {
  const priceOf = (coin: string): number => market.worldPrice(coin);
  const [held, holds] = [worthOfAll(before, priceOf), worthOfAll(market.state, priceOf)];
  const gainOf = (user: number): number => (holds.get(user) ?? 0) - (held.get(user) ?? 0);
  const gainNamed = (name: string): number => gainOf(market.person(name).index);
  const honest = market.people.filter(({ name }) => !attackers.includes(name));
  return {
    attackers: sum(attackers.map(gainNamed)),
    house: -sum(market.state.users.map(({ index }) => gainOf(index))),
    bystanders: Object.fromEntries(honest.map(({ name }) => [name, gainNamed(name)])),
  };
}

function checkAudit(market: AdversaryMarket): void {
  const broken = audit(market.state).verdicts.filter(({ findings }) => findings.length > 0);
  expect(broken).toEqual([]);
}

async function play(
  attack: Attack,
  variant: Variant,
): Promise<{ outcome: Outcome; refusals: string }> {
  await using market = await openAdversaryMarket(attack.people(variant));
  const traders = new Map(market.people.map(({ name }) => [name, new Trader(market, name)]));
  const trader = (name: string): Trader => {
    const known = traders.get(name);
    if (known === undefined) throw new RangeError(`a person of the plan, got ${name}`);
    return known;
  };
  const script = { ...variant, market, trader };
  if (variant.hasAgents) await market.startAgents([variant.product.symbol]);
  await attack.prepare(script);
  market.events.length = 0;
  const before = copyOf(market.state);
  await attack.run(script);
  await market.wait(SETTLING_MS);
  checkAudit(market);
  const outcome = outcomeOf(market, before, attack.attackers);
  return { outcome, refusals: JSON.stringify(Object.fromEntries(market.refusals)) };
}

/** Both sides of all products; the first product and the last one among agents too. */
function variantsOf({ isWithoutAgents, products, sides = ["buy", "sell"] }: Attack): Variant[] {
  return products.flatMap((product, place) => {
    const isEnd = place === 0 || place === products.length - 1;
    const isAmongAgents = isEnd && isWithoutAgents !== true;
    const crowds = isAmongAgents ? [false, true] : [false];
    return sides.flatMap((side) => crowds.map((hasAgents) => ({ product, side, hasAgents })));
  });
}

function titleOf({ hasAgents, product, side }: Variant): string {
  return `${product.name}, ${side}${hasAgents ? ", among agents" : ""}`;
}

/** Declares the tests of an attack: none of its variants may gain or cost more than its bound. */
export function defineAttack(name: AttackName, attack: Attack): void {
  const { bystander, house, profit } = BOUNDS[name];
  describe(name, () => {
    const variants = variantsOf(attack).map((variant) => [titleOf(variant), variant] as const);
    it.each(variants)("%s", async (_title, variant) => {
      const { outcome, refusals } = await play(attack, variant);
      const found = `${JSON.stringify(outcome)}; refused: ${refusals}`;
      expect(outcome.attackers, found).toBeLessThanOrEqual(profit + TOLERANCE);
      expect(-outcome.house, found).toBeLessThanOrEqual(house + TOLERANCE);
      for (const gain of Object.values(outcome.bystanders)) {
        expect(-gain, found).toBeLessThanOrEqual(bystander + TOLERANCE);
      }
      attack.check?.();
    });
  });
}
