/**
 * The share of trading fees that replenishes the insurance funds (decision 0037). One account per
 * realm and currency collects fees fill by fill; the clock moves the share of what came in.
 */
import { exchangeUserOf } from "../accounts/user.ts";
import { FEE_SHARE_INTERVAL_MS } from "../base/limits.ts";
import type { Realm } from "../base/vocabulary.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { addFund, findFund } from "../instruments/fund-terms.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { minus, shareRoundedDown } from "../money/arithmetic.ts";
import { rateE6 } from "../money/units.ts";
import type { Emit, State } from "../state.ts";
import { payFeesIn } from "./insurance-fund.ts";

const WHOLE_E6 = 1_000_000;

function feesAccount(state: State, realm: Realm, currency: number): number {
  return state.ledger.account(exchangeUserOf(realm), WALLET_INDEX.fees, currency);
}

/**
 * Emits `fund_terms_changed` or `command_rejected`. A new share applies to fees since they were
 * last shared; the first share of a fund applies from now on.
 */
export function setFundTerms(state: State, command: DraftOf<"set_fund_terms">, emit: Emit): void {
  const { currency, drawMax, feeShareE6, realm } = command;
  if (state.currencies[currency] === undefined) {
    return rejectCommand(state, 0, "currency_not_found", emit);
  }
  if (feeShareE6 > WHOLE_E6 || drawMax < 0n) {
    return rejectCommand(state, 0, "fund_terms_out_of_bounds", emit);
  }
  const { funds, ledger } = state;
  const feesSeen = ledger.balance(feesAccount(state, realm, currency));
  const fund = findFund(funds, realm, currency) ?? addFund(funds, { realm, currency, feesSeen });
  fund.feeShare = rateE6(feeShareE6);
  fund.drawMax = drawMax;
  emit.write("fund_terms_changed", { realm, currency });
}

/** Moves the funds' shares of new fees once a minute. Emits `fund_moved` for each. */
export function shareFees(state: State, emit: Emit): void {
  const { funds, ledger } = state;
  if (funds.list.length === 0) return;
  if (state.timeMs - funds.sharedAtMs < FEE_SHARE_INTERVAL_MS) return;
  funds.sharedAtMs = state.timeMs;
  for (const fund of funds.list) {
    const account = feesAccount(state, fund.realm, fund.currency);
    const newFees = minus(ledger.balance(account), fund.feesSeen);
    const amount = shareRoundedDown(newFees, fund.feeShare);
    if (amount > 0n) payFeesIn(state, account, amount, emit);
    fund.feesSeen = ledger.balance(account);
  }
}
