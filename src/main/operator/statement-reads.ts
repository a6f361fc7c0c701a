/** Reads daily statements from the history, with names and decimal texts. */
import { exchangeUserOf } from "../../core/accounts/user.ts";
import { formatTrimmed } from "../../core/money/decimals.ts";
import type { AdminRefusal } from "../../ops/admin-outcome.ts";
import type {
  AccountStatement,
  DayStatement,
  MovementSum,
  StatementPeriod,
  StatementReads,
} from "../../ops/statement-port.ts";
import { houseSidesOf } from "../../projections/history/house-sides.ts";
import { STATEMENT_DAYS_MAX } from "../../projections/history/limits.ts";
import type {
  MovementKind,
  StatementRow,
  StatementWallet,
} from "../../projections/history/statement-tables.ts";
import { dayOf, dayText } from "../../projections/history/utc-day.ts";
import { ordinaryUserOf } from "./access-actions.ts";
import { type ActingEngine, refuse } from "./admin-command.ts";

type Parts = { readonly engine: ActingEngine };
type Days = { readonly fromDay: number; readonly toDay: number };

/** Returns the days of a period, or the refusal of one that is not a period. */
function daysOf({ from, to }: StatementPeriod): Days | AdminRefusal {
  const [fromDay, toDay] = [dayOf(from), dayOf(to)];
  if (fromDay === undefined) return refuse("invalid", `from must be a day, got ${from}`);
  if (toDay === undefined) return refuse("invalid", `to must be a day, got ${to}`);
  if (fromDay > toDay) return refuse("invalid", `from must not be after to: ${from}, ${to}`);
  const days = toDay - fromDay + 1;
  if (days > STATEMENT_DAYS_MAX) {
    return refuse("invalid", `at most ${STATEMENT_DAYS_MAX} days can be asked for, got ${days}`);
  }
  return { fromDay, toDay };
}

/** Returns what movements of a statement have besides their sums. */
type MoreOf<More> = (wallet: StatementWallet, kind: MovementKind) => More;

function statementOf<More>(
  { engine }: Parts,
  row: StatementRow,
  more: MoreOf<More>,
): AccountStatement<MovementSum & More> {
  const { closing, currency, movements, opening, wallet } = row;
  const { code = String(currency), decimals = 0 } = engine.state.currencies[currency] ?? {};
  const text = (amount: bigint): string => formatTrimmed(amount, decimals);
  return {
    ...{ wallet, coin: code, opening: text(opening), closing: text(closing) },
    movements: movements.map(({ amount, count, fee, kind }) => ({
      ...{ kind, count, amount: text(amount), fee: text(fee), ...more(wallet, kind) },
    })),
  };
}

function byDay<More>(
  parts: Parts,
  rows: readonly StatementRow[],
  more: MoreOf<More>,
): DayStatement<MovementSum & More>[] {
  type Statement = AccountStatement<MovementSum & More>;
  const days: (DayStatement<MovementSum & More> & { readonly accounts: Statement[] })[] = [];
  for (const row of rows) {
    const day = dayText(row.day);
    const last = days.at(-1);
    const statement = statementOf(parts, row, more);
    if (last?.day === day) last.accounts.push(statement);
    else days.push({ day, isFinal: row.isFinal, accounts: [statement] });
  }
  return days;
}

async function find<More>(
  parts: Parts,
  owner: number,
  period: StatementPeriod,
  more: MoreOf<More>,
): Promise<readonly DayStatement<MovementSum & More>[] | AdminRefusal> {
  const days = daysOf(period);
  if ("refused" in days) return days;
  const { hasMore, rows } = await parts.engine.history.statements({ owner, ...days });
  if (hasMore) return refuse("invalid", "the statements are too many: ask for fewer days");
  return byDay(parts, rows, more);
}

/** Returns the reads of statements. */
export function statementReads(parts: Parts): StatementReads {
  return {
    async statementsOf(uid, { from, to }) {
      const user = ordinaryUserOf(parts, uid);
      if ("refused" in user) return user;
      const days = await find(parts, user.index, { from, to }, () => ({}));
      return "refused" in days ? days : { done: { uid, from, to, days } };
    },
    async houseStatements(realm, { from, to }) {
      const owner = exchangeUserOf(realm);
      const days = await find(parts, owner, { from, to }, (wallet, kind) => {
        return { otherSides: houseSidesOf(wallet, kind) };
      });
      return "refused" in days ? days : { done: { realm, from, to, days } };
    },
  };
}
