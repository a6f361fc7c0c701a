/** Searches of the books: statements, the ends of days, and the other side of bills. */
import { unreachable } from "../../core/base/assert.ts";
import { findCounterAccounts } from "./counter-account-search.ts";
import { findDayEnds } from "./day-end-search.ts";
import type { Statements } from "./page-search.ts";
import type { AnyRow, HistoryQuery } from "./queries.ts";
import { findStatements } from "./statement-search.ts";

type BooksRequest = Extract<
  HistoryQuery,
  { readonly kind: "counterAccounts" | "dayEnds" | "statements" }
>;

/** Whether a request is one of the searches of the books. */
export function isOfBooks(request: HistoryQuery): request is BooksRequest {
  return ["counterAccounts", "dayEnds", "statements"].includes(request.kind);
}

/** Runs a search of the books. */
export function findInBooks(
  statements: Statements,
  request: BooksRequest,
): { readonly rows: readonly AnyRow[]; readonly hasMore: boolean } {
  switch (request.kind) {
    case "counterAccounts":
      return findCounterAccounts(statements, request.query);
    case "dayEnds":
      return findDayEnds(statements, request.query);
    case "statements":
      return findStatements(statements, request.query);
    default:
      return unreachable(request);
  }
}
