/**
 * Sums of all debts by realm and coin, kept from events: a page of metrics must not walk over all
 * loans. The first sums are counted once, at the start.
 */
import type { Realm } from "../../core/base/vocabulary.ts";
import type { EventReader } from "../../core/events/event-buffer.ts";
import { EVENT_INDEX, eventLayout } from "../../core/events/event-layout.ts";
import { poolKey } from "../../core/lending/pool-funds.ts";
import type { State } from "../../core/state.ts";

/**
 * Loans of classic margin accounts, debts of unified accounts, loans against a pledge, loans of
 * risk units.
 */
export const DEBT_KINDS = ["margin", "unified", "pledged", "institutional"] as const;
export type DebtKind = (typeof DEBT_KINDS)[number];

type EventDebtKind = Exclude<DebtKind, "unified">;

const BORROWED = eventLayout("loan_borrowed");
const CHARGED = eventLayout("interest_charged");
const REPAID = eventLayout("loan_repaid");
const COVERED = eventLayout("loan_covered");
const PLEDGED = eventLayout("pledged_loan_taken");
const PLEDGED_CHARGED = eventLayout("pledged_interest_charged");
const PLEDGED_REPAID = eventLayout("pledged_loan_repaid");
const FORCED = eventLayout("pledged_loan_forced");
const ISSUED = eventLayout("unit_loan_issued");
const UNIT_CHARGED = eventLayout("unit_interest_charged");
const UNIT_REPAID = eventLayout("unit_loan_repaid");

export class DebtTotals {
  readonly #state: State;
  readonly #sums: Readonly<Record<EventDebtKind, Map<number, bigint>>> = {
    margin: new Map(),
    pledged: new Map(),
    institutional: new Map(),
  };

  /** Counts the debts of the present state; later ones follow from the events. */
  constructor(state: State) {
    this.#state = state;
    const { institutional, ledger, lending, pledging } = state;
    const { loans } = lending;
    for (let row = loans.first; row !== 0; row = loans.next.get(row)) {
      const account = loans.account.get(row);
      const owed = loans.principal.get(row) + loans.interest.get(row);
      this.#add("margin", ledger.userOf(account), ledger.currencyOf(account), owed);
    }
    for (const { currency, interest, principal, user } of pledging.loans.all) {
      this.#add("pledged", user, currency, principal + interest);
    }
    for (const unit of institutional.units()) {
      for (const { currency, interest, principal } of unit.loans) {
        this.#add("institutional", unit.user, currency, principal + interest);
      }
    }
  }

  /** Debts of a kind, with the interest charged so far, in atoms. */
  of(kind: DebtKind, realm: Realm, currency: number): bigint {
    if (kind === "unified") return this.#state.debts.table.sum(realm, currency);
    return this.#sums[kind].get(poolKey(realm, currency)) ?? 0n;
  }

  #add(kind: EventDebtKind, user: number, currency: number, amount: bigint): void {
    const key = poolKey(this.#state.users[user]?.realm ?? "live", currency);
    const sums = this.#sums[kind];
    sums.set(key, (sums.get(key) ?? 0n) + amount);
  }

  /** Adds the change that the reader is at; ignores events of other kinds. */
  read(reader: EventReader): void {
    switch (reader.kindIndex) {
      case EVENT_INDEX.loan_borrowed:
        this.#change("margin", reader, BORROWED, reader.money(BORROWED.amount));
        break;
      case EVENT_INDEX.interest_charged:
        this.#change("margin", reader, CHARGED, reader.money(CHARGED.amount));
        break;
      case EVENT_INDEX.loan_repaid: {
        const paid = reader.money(REPAID.interestPart) + reader.money(REPAID.principalPart);
        this.#change("margin", reader, REPAID, -paid);
        break;
      }
      case EVENT_INDEX.loan_covered: {
        const principal = reader.money(COVERED.fundPaid) + reader.money(COVERED.writtenOff);
        const ended = principal + reader.money(COVERED.interestDropped);
        this.#change("margin", reader, COVERED, -ended);
        break;
      }
      default:
        this.#readPledged(reader);
    }
  }

  #readPledged(reader: EventReader): void {
    switch (reader.kindIndex) {
      case EVENT_INDEX.pledged_loan_taken:
        this.#change("pledged", reader, PLEDGED, reader.money(PLEDGED.amount));
        break;
      case EVENT_INDEX.pledged_interest_charged:
        this.#change("pledged", reader, PLEDGED_CHARGED, reader.money(PLEDGED_CHARGED.amount));
        break;
      case EVENT_INDEX.pledged_loan_repaid: {
        const { interestPart, principalPart } = PLEDGED_REPAID;
        const paid = reader.money(interestPart) + reader.money(principalPart);
        this.#change("pledged", reader, PLEDGED_REPAID, -paid);
        break;
      }
      case EVENT_INDEX.pledged_loan_forced: {
        const { fundPaid, interestDropped, interestPart, principalPart, writtenOff } = FORCED;
        const paid = reader.money(interestPart) + reader.money(principalPart);
        const borne = reader.money(fundPaid) + reader.money(writtenOff);
        this.#change("pledged", reader, FORCED, -(paid + borne + reader.money(interestDropped)));
        break;
      }
      default:
        this.#readUnits(reader);
    }
  }

  #readUnits(reader: EventReader): void {
    const change = (of: typeof ISSUED | typeof UNIT_CHARGED, amount: bigint): void =>
      this.#add("institutional", reader.number(of.unit), reader.number(of.currency), amount);
    switch (reader.kindIndex) {
      case EVENT_INDEX.unit_loan_issued:
        change(ISSUED, reader.money(ISSUED.amount));
        break;
      case EVENT_INDEX.unit_interest_charged:
        change(UNIT_CHARGED, reader.money(UNIT_CHARGED.amount));
        break;
      case EVENT_INDEX.unit_loan_repaid: {
        const { currency, interestPart, principalPart, unit } = UNIT_REPAID;
        const paid = reader.money(interestPart) + reader.money(principalPart);
        this.#add("institutional", reader.number(unit), reader.number(currency), -paid);
        break;
      }
      default:
    }
  }

  #change(
    kind: EventDebtKind,
    reader: EventReader,
    { currency, user }: Pick<typeof BORROWED, "currency" | "user">,
    amount: bigint,
  ): void {
    this.#add(kind, reader.number(user), reader.number(currency), amount);
  }
}
