/** Which markets the picker lists, and in which order. */
import { fuzzyRank } from "../../state/fuzzy-match.ts";
import type { Category, Instrument } from "../../state/instruments.ts";
import { searchTextOf } from "../../state/market-words.ts";
import type { Ticker } from "../../streams/tickers.ts";

export type Group = "all" | "favourites" | Category;
export type SortBy = "name" | "price" | "change" | "funding" | "volume";

export type ListChoice = {
  readonly query: string;
  readonly group: Group;
  /** The order of the best matches comes first while there is a query. */
  readonly sortBy: SortBy;
  readonly isDescending: boolean;
  readonly favourites: readonly string[];
};

type Figures = Pick<Ticker, "lastPrice" | "price24hPcnt" | "fundingRate" | "turnover24h">;

/** Figure that rows are sorted by; undefined sorts to the end in both directions. */
function figureOf(sortBy: SortBy, figures: Figures | undefined): number | undefined {
  const texts = {
    name: undefined,
    price: figures?.lastPrice,
    change: figures?.price24hPcnt,
    funding: figures?.fundingRate,
    volume: figures?.turnover24h,
  };
  const text = texts[sortBy];
  return text === undefined || text === "" ? undefined : Number(text);
}

/** Returns the markets of a choice in their order. */
export function listMarkets<T extends Instrument>(
  markets: readonly T[],
  choice: ListChoice,
  figuresOf: (key: string) => Figures | undefined,
): readonly T[] {
  const { favourites, group, isDescending, query, sortBy } = choice;
  const grouped = markets.filter(({ category, key }) =>
    group === "favourites" ? favourites.includes(key) : group === "all" || category === group,
  );
  const sign = isDescending ? -1 : 1;
  const byName = (one: T, other: T): number =>
    one.symbol.localeCompare(other.symbol) || one.category.localeCompare(other.category);
  const sorted = grouped
    .map((market) => ({ market, figure: figureOf(sortBy, figuresOf(market.key)) }))
    .sort((one, other) => {
      if (sortBy === "name") return sign * byName(one.market, other.market);
      if (one.figure === undefined || other.figure === undefined) {
        const missing = Number(one.figure === undefined) - Number(other.figure === undefined);
        return missing || byName(one.market, other.market);
      }
      return sign * (one.figure - other.figure) || byName(one.market, other.market);
    })
    .map(({ market }) => market);
  return query.trim() === "" ? sorted : fuzzyRank(query, sorted, searchTextOf);
}
