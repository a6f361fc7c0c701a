/** Terms of peer-to-peer trading and its merchants, set by the operator (decision 0066). */
import {
  CREDIT_ATOMS_MAX,
  P2P_AD_USD_MAX,
  P2P_CODE_LENGTH_MAX,
  P2P_FEE_E6_MAX,
  P2P_FIAT_DECIMALS_MAX,
  P2P_FIATS_MAX,
  P2P_LEVEL_COUNT_MAX,
  P2P_METHODS_MAX,
  P2P_PAY_LIMITS_MAX,
  P2P_PAY_MINUTES_MAX,
  P2P_PAYMENTS_MAX,
  P2P_RATIO_E6_MAX,
  P2P_USD_RATE_E8_MAX,
} from "../base/limits.ts";
import { indexIn, P2P_LEVELS } from "../base/vocabulary.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { rateE6 } from "../money/units.ts";
import { type Emit, ordinaryUser, type State } from "../state.ts";
import type { P2pFiat } from "./p2p-state.ts";
import { isP2pName } from "./p2p-text.ts";

const CODE = new RegExp(`^[A-Z]{3,${P2P_CODE_LENGTH_MAX}}$`);

type FiatTerms = DraftOf<"set_p2p_fiat">;

/** Whether numbers are one to `most` different ones from `least` on, up to `largest`. */
function areDistinct(
  numbers: readonly number[],
  { largest, least, most }: { readonly least: number; readonly largest: number; most: number },
): boolean {
  const isCounted = numbers.length >= 1 && numbers.length <= most;
  const areWithin = numbers.every((one) => one >= least && one <= largest);
  return isCounted && areWithin && new Set(numbers).size === numbers.length;
}

function isFiatBounded(state: State, command: FiatTerms, known: P2pFiat | undefined): boolean {
  const { amountMax, amountMin, decimals, fixedMaxE6, fixedMinE6, floatMaxE6, floatMinE6 } =
    command;
  const { fiats, methods } = state.p2p;
  const isListable = known === undefined ? fiats.length < P2P_FIATS_MAX : true;
  const areRatiosBounded = [
    [floatMinE6, floatMaxE6] as const,
    [fixedMinE6, fixedMaxE6] as const,
  ].every(([least, most]) => 0 < least && least <= most && most <= P2P_RATIO_E6_MAX);
  const minutes = { least: 1, largest: P2P_PAY_MINUTES_MAX, most: P2P_PAY_LIMITS_MAX };
  const indexes = { least: 0, largest: methods.length - 1, most: P2P_PAYMENTS_MAX };
  return (
    isListable &&
    CODE.test(command.code) &&
    decimals <= P2P_FIAT_DECIMALS_MAX &&
    (known === undefined || known.decimals === decimals) &&
    command.usdRateE8 >= 0n &&
    command.usdRateE8 <= P2P_USD_RATE_E8_MAX &&
    amountMin > 0n &&
    amountMin <= amountMax &&
    amountMax <= CREDIT_ATOMS_MAX &&
    areRatiosBounded &&
    areDistinct(command.payMinutes, minutes) &&
    areDistinct(command.methods, indexes)
  );
}

/** Emits `p2p_terms_changed` or `command_rejected`. Ads and orders keep their own terms. */
export function setP2pFiat(state: State, command: FiatTerms, emit: Emit): void {
  const { fiats } = state.p2p;
  const found = fiats.findIndex(({ code }) => code === command.code);
  if (!isFiatBounded(state, command, fiats[found])) {
    return rejectCommand(state, 0, "p2p_terms_out_of_bounds", emit);
  }
  const { kind: _kind, payMinutes, methods, ...terms } = command;
  const index = found === -1 ? fiats.length : found;
  fiats[index] = {
    code: terms.code,
    decimals: terms.decimals,
    usdRateE8: terms.usdRateE8,
    amountMin: terms.amountMin,
    amountMax: terms.amountMax,
    floatMinE6: terms.floatMinE6,
    floatMaxE6: terms.floatMaxE6,
    fixedMinE6: terms.fixedMinE6,
    fixedMaxE6: terms.fixedMaxE6,
    payMinutes: [...payMinutes],
    methods: [...methods],
  };
  state.outcome.id = index;
  emit.write("p2p_terms_changed", { terms: "fiat", index });
}

/** Emits `p2p_terms_changed` or `command_rejected`. Open orders keep their fee. */
export function setP2pToken(state: State, command: DraftOf<"set_p2p_token">, emit: Emit): void {
  const { currency, feeE6, quantityMax, quantityMin } = command;
  if (state.currencies[currency] === undefined) {
    return rejectCommand(state, 0, "currency_not_found", emit);
  }
  const isWithdrawn = quantityMax === 0n;
  const isBounded =
    quantityMin > 0n &&
    quantityMin <= quantityMax &&
    quantityMax <= CREDIT_ATOMS_MAX / 4n &&
    feeE6 <= P2P_FEE_E6_MAX;
  if (!isWithdrawn && !isBounded) {
    return rejectCommand(state, 0, "p2p_terms_out_of_bounds", emit);
  }
  const { tokens } = state.p2p;
  if (isWithdrawn) tokens.delete(currency);
  else tokens.set(currency, { currency, quantityMin, quantityMax, fee: rateE6(feeE6) });
  emit.write("p2p_terms_changed", { terms: "token", index: currency });
}

/** Emits `p2p_terms_changed` or `command_rejected`. */
export function addP2pMethod(state: State, command: DraftOf<"add_p2p_method">, emit: Emit): void {
  const { methods } = state.p2p;
  const isNew = !methods.includes(command.name) && methods.length < P2P_METHODS_MAX;
  if (!isNew || !isP2pName(command.name)) {
    return rejectCommand(state, 0, "p2p_terms_out_of_bounds", emit);
  }
  methods.push(command.name);
  state.outcome.id = methods.length - 1;
  emit.write("p2p_terms_changed", { terms: "method", index: methods.length - 1 });
}

/** Emits `p2p_terms_changed` or `command_rejected`. */
export function setP2pLevel(state: State, command: DraftOf<"set_p2p_level">, emit: Emit): void {
  const { adOrdersMax, adUsdMax, buyAdsMax, level, ordersMax, sellAdsMax } = command;
  const counts = [adOrdersMax, buyAdsMax, ordersMax, sellAdsMax];
  const isBounded =
    counts.every((count) => count <= P2P_LEVEL_COUNT_MAX) && adUsdMax <= P2P_AD_USD_MAX;
  if (!isBounded) return rejectCommand(state, 0, "p2p_terms_out_of_bounds", emit);
  state.p2p.levels[level] = { sellAdsMax, buyAdsMax, adUsdMax, adOrdersMax, ordersMax };
  emit.write("p2p_terms_changed", { terms: "level", index: indexIn(P2P_LEVELS, level) });
}

/**
 * Emits `p2p_merchant_changed` or `command_rejected`. Names of merchants are unique without regard
 * to case. The ads of a user who is no merchant any more stay, and no user can order from them.
 */
export function setP2pMerchant(
  state: State,
  command: DraftOf<"set_p2p_merchant">,
  emit: Emit,
): void {
  const { level, nickName } = command;
  const user = ordinaryUser(state, command.user);
  // Sub-accounts would multiply the limits of a level.
  if (user === undefined || user.parent !== user.index) {
    return rejectCommand(state, command.user, "user_not_found", emit);
  }
  if (user.realm !== "live") return rejectCommand(state, user.index, "realm_mismatch", emit);
  const { merchants } = state.p2p;
  if (level === "none") merchants.delete(user.index);
  else {
    if (!isP2pName(nickName)) {
      return rejectCommand(state, user.index, "p2p_text_out_of_bounds", emit);
    }
    const wanted = nickName.toLowerCase();
    for (const [other, merchant] of merchants) {
      const isTaken = other !== user.index && merchant.nickName.toLowerCase() === wanted;
      if (isTaken) return rejectCommand(state, user.index, "p2p_name_taken", emit);
    }
    merchants.set(user.index, { level, nickName });
  }
  emit.write("p2p_merchant_changed", { user: user.index, level, nickName });
}
