/**
 * Sums of all debts by realm and coin, kept from events: a page of metrics must not walk over all
 * loans. The first sums are counted once, at the start.
 */
import type { Realm } from "../../core/base/vocabulary.ts";
import type { EventReader } from "../../core/events/event-buffer.ts";
import { eventLayout } from "../../core/events/event-layout.ts";
import type { EventKind } from "../../core/events/events.ts";
import { poolKey } from "../../core/lending/pool-funds.ts";
import type { State } from "../../core/state.ts";
import { type EventHandler, handlersByIndex } from "../../projections/live/event-consumers.ts";

/**
 * Loans of classic margin accounts, debts of unified accounts, loans against a pledge, loans of
 * risk units.
 */
export const DEBT_KINDS = ["margin", "unified", "pledged", "institutional"] as const;
export type DebtKind = (typeof DEBT_KINDS)[number];

type EventDebtKind = Exclude<DebtKind, "unified">;
type DebtHandlers = Readonly<Partial<Record<EventKind, EventHandler>>>;

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

type UserLayout = Pick<typeof BORROWED, "currency" | "user">;
type UnitLayout = Pick<typeof ISSUED, "currency" | "unit">;

export class DebtTotals {
  /** By index of the kind of event: add the change that the reader is at. */
  readonly handlers: readonly (EventHandler | undefined)[];
  readonly #state: State;
  readonly #sums: Readonly<Record<EventDebtKind, Map<number, bigint>>> = {
    margin: new Map(),
    pledged: new Map(),
    institutional: new Map(),
  };

  /** Counts the debts of the present state; later ones follow from the events. */
  constructor(state: State) {
    this.#state = state;
    this.handlers = handlersByIndex({
      ...this.#marginHandlers(),
      ...this.#pledgedHandlers(),
      ...this.#unitHandlers(),
    });
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

  #marginHandlers(): DebtHandlers {
    const change = this.#changeOf("margin");
    return {
      loan_borrowed: (reader) => change(reader, BORROWED, reader.money(BORROWED.amount)),
      interest_charged: (reader) => change(reader, CHARGED, reader.money(CHARGED.amount)),
      loan_repaid(reader) {
        const paid = reader.money(REPAID.interestPart) + reader.money(REPAID.principalPart);
        change(reader, REPAID, -paid);
      },
      loan_covered(reader) {
        const principal = reader.money(COVERED.fundPaid) + reader.money(COVERED.writtenOff);
        change(reader, COVERED, -(principal + reader.money(COVERED.interestDropped)));
      },
    };
  }

  #pledgedHandlers(): DebtHandlers {
    const change = this.#changeOf("pledged");
    return {
      pledged_loan_taken: (reader) => change(reader, PLEDGED, reader.money(PLEDGED.amount)),
      pledged_interest_charged: (reader) =>
        change(reader, PLEDGED_CHARGED, reader.money(PLEDGED_CHARGED.amount)),
      pledged_loan_repaid(reader) {
        const { interestPart, principalPart } = PLEDGED_REPAID;
        const paid = reader.money(interestPart) + reader.money(principalPart);
        change(reader, PLEDGED_REPAID, -paid);
      },
      pledged_loan_forced(reader) {
        const { fundPaid, interestDropped, interestPart, principalPart, writtenOff } = FORCED;
        const paid = reader.money(interestPart) + reader.money(principalPart);
        const borne = reader.money(fundPaid) + reader.money(writtenOff);
        change(reader, FORCED, -(paid + borne + reader.money(interestDropped)));
      },
    };
  }

  #unitHandlers(): DebtHandlers {
    const change = (reader: EventReader, of: UnitLayout, amount: bigint): void =>
      this.#add("institutional", reader.number(of.unit), reader.number(of.currency), amount);
    return {
      unit_loan_issued: (reader) => change(reader, ISSUED, reader.money(ISSUED.amount)),
      unit_interest_charged: (reader) =>
        change(reader, UNIT_CHARGED, reader.money(UNIT_CHARGED.amount)),
      unit_loan_repaid(reader) {
        const { interestPart, principalPart } = UNIT_REPAID;
        const paid = reader.money(interestPart) + reader.money(principalPart);
        change(reader, UNIT_REPAID, -paid);
      },
    };
  }

  #changeOf(kind: EventDebtKind) {
    return (reader: EventReader, { currency, user }: UserLayout, amount: bigint): void =>
      this.#add(kind, reader.number(user), reader.number(currency), amount);
  }
}
