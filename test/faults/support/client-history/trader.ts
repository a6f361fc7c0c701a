/**
 * One client of a history: places, cancels and looks up orders one after another, and pursues each
 * of them by its client id until it knows the outcome or has tried often enough.
 */
import type { Random } from "../../../simulation/random.ts";
import { eventually } from "../../../support/eventually.ts";
import { EXPIRED_CODE } from "./history.ts";
import type { Answer, Operation, Placement } from "./operations.ts";
import type { Manner, OrderClient, OrderTerms } from "./order-client.ts";
import { lapse, type World } from "./world.ts";

/** Where the liquidity of the history rests; orders that rest stay between or beyond. */
export const LIQUIDITY = { bid: "59000", ask: "61000" } as const;
/** Orders of one client that rest at a time. */
const RESTING_MAX = 12;
const TRIES_MAX = 6;
/** Pause of a client between two orders, in ms. */
const PAUSE_MS_MAX = 60;
const UP_MS_MAX = 120_000;
/** Answers that a client of ordinary manners sends again for: busy, and too late. */
const AGAIN_CODES = ["40015", EXPIRED_CODE, "40078"];

type Act = "rest" | "take" | "market" | "cancel" | "look" | "list" | "reuse";
const WEIGHTS: Readonly<Record<Act, number>> = {
  rest: 30,
  take: 25,
  market: 10,
  cancel: 15,
  look: 10,
  list: 5,
  reuse: 5,
};

export class Trader {
  readonly client: OrderClient;
  readonly #world: World;
  readonly #random: Random;
  readonly #record: (operation: Operation) => void;
  readonly #used: string[] = [];
  readonly #resting: string[] = [];
  #orders = 0;
  #isEnding = false;

  constructor(parts: {
    readonly client: OrderClient;
    readonly world: World;
    readonly random: Random;
    readonly record: (operation: Operation) => void;
  }) {
    this.client = parts.client;
    this.#world = parts.world;
    this.#random = parts.random;
    this.#record = parts.record;
  }

  /** Client ids that were sent. */
  get used(): readonly string[] {
    return this.#used;
  }

  /** Acts until `end` is called. */
  async run(): Promise<void> {
    while (!this.#isEnding) {
      await lapse(this.#random.below(PAUSE_MS_MAX));
      if (!this.#world.isUp) await this.#isUpAgain();
      if (!this.#isEnding) await this.#act();
    }
  }

  end(): void {
    this.#isEnding = true;
  }

  async #isUpAgain(): Promise<void> {
    await eventually(
      "the exchange is started",
      () => this.#world.isUp || this.#isEnding,
      UP_MS_MAX,
    );
  }

  async #act(): Promise<void> {
    const random = this.#random;
    const act: Act = this.#resting.length >= RESTING_MAX ? "cancel" : random.weighted(WEIGHTS);
    const used = this.#used.at(-1 - random.below(Math.max(1, Math.min(50, this.#used.length))));
    switch (act) {
      case "rest":
      case "take":
      case "market":
        return await this.#pursue(this.#newId(), this.#terms(act));
      case "reuse":
        return used === undefined ? undefined : await this.#pursue(used, this.#terms("take"));
      case "look":
        if (used !== undefined) this.#record(await this.client.lookUp(used, this.#manner()));
        return;
      case "list":
        this.#record(await this.client.list(this.#manner()));
        return;
      case "cancel":
        return await this.#cancel();
    }
  }

  #newId(): string {
    this.#orders += 1;
    const clientOid = `${this.client.dialect}-${this.client.name}-${this.#orders}`;
    this.#used.push(clientOid);
    return clientOid;
  }

  #terms(act: "rest" | "take" | "market"): OrderTerms {
    const random = this.#random;
    const side = random.chance(50) ? "buy" : "sell";
    const size = `0.00${random.between(1, 3)}`;
    if (act === "market") {
      const isByCost = side === "buy";
      return { orderType: "market", side, size: isByCost ? "100" : size, price: "", force: "gtc" };
    }
    const price = side === "buy" ? LIQUIDITY.ask : LIQUIDITY.bid;
    if (act === "take") return { orderType: "limit", side, size, price, force: "ioc" };
    const awayPrice =
      side === "buy" ? random.between(58_000, 58_900) : random.between(61_100, 62_000);
    return { orderType: "limit", side, size, price: `${awayPrice}`, force: "gtc" };
  }

  /** Impatient or patient, with a short window or the longest. */
  #manner(): Manner {
    const random = this.#random;
    const patienceMs = random.pick([400, 1_500, 4_000, 20_000]);
    const windowMs = random.pick([1_000, 2_500]);
    return { patienceMs, windowMs: random.chance(50) ? windowMs : undefined };
  }

  /** Sends an order, and the same again where its fate is open. */
  async #pursue(clientOid: string, terms: OrderTerms): Promise<void> {
    for (let tries = 0; tries < TRIES_MAX && !this.#isEnding; tries++) {
      const placement = await this.#place(clientOid, terms);
      if (placement.answer.kind === "acknowledged") {
        if (terms.force === "gtc" && terms.orderType === "limit") this.#resting.push(clientOid);
        return;
      }
      if (!isOpenOrBusy(placement.answer)) return;
      if (!this.#world.isUp) await this.#isUpAgain();
      // Half of the clients look first; the others send the same again at once.
      if (this.#random.chance(50) && (await this.#isFound(clientOid))) return;
    }
  }

  async #place(clientOid: string, terms: OrderTerms): Promise<Placement> {
    const placement = await this.client.place(clientOid, terms, this.#manner());
    this.#record(placement);
    return placement;
  }

  /** Looks until the answer is not "later". */
  async #isFound(clientOid: string): Promise<boolean> {
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      const lookup = await this.client.lookUp(clientOid, this.#manner());
      this.#record(lookup);
      if (lookup.answer.kind !== "later") return lookup.answer.kind === "found";
      if (!this.#world.isUp) await this.#isUpAgain();
      await lapse(this.#random.below(4 * PAUSE_MS_MAX));
    }
    return false;
  }

  async #cancel(): Promise<void> {
    const clientOid = this.#resting.shift();
    if (clientOid === undefined) return;
    for (let tries = 0; tries < TRIES_MAX && !this.#isEnding; tries++) {
      const cancel = await this.client.cancel(clientOid, this.#manner());
      this.#record(cancel);
      if (!isOpenOrBusy(cancel.answer)) return;
      if (!this.#world.isUp) await this.#isUpAgain();
    }
  }
}

function isOpenOrBusy(answer: Answer): boolean {
  if (answer.kind === "refused") return AGAIN_CODES.includes(answer.code);
  return answer.kind !== "acknowledged";
}
