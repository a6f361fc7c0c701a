/** Draws one command after the other, with an eye on what stands in the books. */
import type { CommandDraft } from "../../../src/core/commands/commands.ts";
import type { NaiveState } from "../naive/naive-state.ts";
import type { Random } from "../random.ts";
import { ACCESS_DRAWS, frozenUsers, thaw } from "./access-draws.ts";
import { ACCOUNT_DRAWS } from "./account-draws.ts";
import { spoiled } from "./bad-commands.ts";
import { CONVERSION_DRAWS } from "./conversion-draws.ts";
import { COUNTDOWN_DRAWS } from "./countdown-draws.ts";
import { CUSTODY_DRAWS } from "./custody-draws.ts";
import { DEBT_DRAWS } from "./debt-draws.ts";
import { DELIVERY_DRAWS } from "./delivery-draws.ts";
import { type Draw, Draws } from "./draws.ts";
import type { Form } from "./forms.ts";
import { founding } from "./founding.ts";
import { FUNDING_DRAWS } from "./funding-draws.ts";
import { FUNDS_DRAWS } from "./funds-draws.ts";
import { GENERATED_MARKET_DRAWS } from "./generated-market-draws.ts";
import { LENDING_DRAWS } from "./lending-draws.ts";
import { LIMIT_DRAWS } from "./limit-draws.ts";
import { LOSS_DRAWS } from "./loss-draws.ts";
import { MARGIN_DRAWS } from "./margin-draws.ts";
import { isHalted, MARKET_DRAWS } from "./market-draws.ts";
import { OPERATING_DRAWS } from "./operating-draws.ts";
import { ORDER_DRAWS } from "./order-draws.ts";
import { ORDER_LIMIT_DRAWS } from "./order-limit-draws.ts";
import { originOf } from "./origins.ts";
import { P2P_DRAWS } from "./p2p-draws.ts";
import { PLAN_DRAWS } from "./plan-draws.ts";
import { PLEDGING_DRAWS } from "./pledging-draws.ts";
import { POSITION_DRAWS } from "./position-draws.ts";
import { PRICE_DRAWS } from "./price-draws.ts";
import type { Profile } from "./profile.ts";
import { SIGN_IN_DRAWS } from "./sign-in-draws.ts";
import { SWITCH_DRAWS } from "./switch-draws.ts";
import { UNIFIED_DRAWS } from "./unified-draws.ts";
import { UNIT_DRAWS } from "./unit-draws.ts";

/** Each capability brings its own file; a form that none of them draws does not compile. */
const DRAWS: Readonly<Record<Form, Draw>> = {
  ...ACCESS_DRAWS,
  ...SIGN_IN_DRAWS,
  ...ACCOUNT_DRAWS,
  ...CUSTODY_DRAWS,
  ...CONVERSION_DRAWS,
  ...COUNTDOWN_DRAWS,
  ...UNIT_DRAWS,
  ...DEBT_DRAWS,
  ...DELIVERY_DRAWS,
  ...FUNDING_DRAWS,
  ...FUNDS_DRAWS,
  ...LENDING_DRAWS,
  ...LIMIT_DRAWS,
  ...LOSS_DRAWS,
  ...MARGIN_DRAWS,
  ...MARKET_DRAWS,
  ...ORDER_DRAWS,
  ...ORDER_LIMIT_DRAWS,
  ...P2P_DRAWS,
  ...PLAN_DRAWS,
  ...PLEDGING_DRAWS,
  ...PRICE_DRAWS,
  ...SWITCH_DRAWS,
  ...POSITION_DRAWS,
  ...GENERATED_MARKET_DRAWS,
  ...OPERATING_DRAWS,
  ...UNIFIED_DRAWS,
};

export class Workload {
  readonly #draws: Draws;
  readonly #founding: CommandDraft[];
  #count = 0;

  /** `state` is looked at, never changed. */
  constructor(random: Random, profile: Profile, state: NaiveState) {
    this.#draws = new Draws(random, profile, state);
    this.#founding = founding(random, profile).reverse();
  }

  get isFounding(): boolean {
    return this.#founding.length > 0;
  }

  next(): CommandDraft {
    const first = this.#founding.pop();
    if (first !== undefined) return first;
    const { profile, random, state } = this.#draws;
    if (random.chance(6)) {
      const halted = state.instruments.some((one) => isHalted(one, state));
      if (halted) return MARKET_DRAWS.set_instrument_status(this.#draws);
    }
    if (frozenUsers(state).length > 0 && random.chance(5)) return thaw(this.#draws);
    const drawn = DRAWS[random.weighted(profile.weights)](this.#draws);
    const command = random.chance(profile.badPercent) ? spoiled(drawn, random, state) : drawn;
    this.#count += 1;
    const origin = originOf(command.kind, this.#count);
    return origin === undefined ? command : { ...command, origin };
  }
}
