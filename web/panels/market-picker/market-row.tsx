import type { JSX } from "solid-js";
import { compact, fixed, percent, signClass, signedPercent } from "../../numbers/format.ts";
import type { Instrument } from "../../state/instruments.ts";
import { kindOf } from "../../state/market-words.ts";
import { prefer, preferences } from "../../state/preferences.ts";
import { marketPath } from "../../state/shown-market.ts";
import { tickerOf } from "../../streams/tickers.ts";

function toggleFavourite(key: string): void {
  const { favourites } = preferences();
  const isFavourite = favourites.includes(key);
  const others = favourites.filter((known) => known !== key);
  prefer({ favourites: isFavourite ? others : [...others, key] });
}

/** A market in the list of the picker. Of all rows only the first is a stop of the Tab key. */
export function MarketRow(props: {
  readonly market: Instrument;
  readonly isShown: boolean;
  readonly isFirst: boolean;
  readonly onOpen: () => void;
}): JSX.Element {
  const ticker = () => tickerOf(props.market.key);
  const isFavourite = (): boolean => preferences().favourites.includes(props.market.key);
  const tabIndex = (): 0 | -1 => (props.isFirst ? 0 : -1);
  const open = (event: MouseEvent): void => {
    // Further keys open another tab, as for every link.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    props.onOpen();
  };
  const mark = (event: KeyboardEvent): void => {
    if (event.key.toLowerCase() === "f" && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      toggleFavourite(props.market.key);
    }
  };
  return (
    <tr data-shown={props.isShown}>
      <td>
        <button
          type="button"
          class="star"
          tabIndex={tabIndex()}
          aria-pressed={isFavourite()}
          aria-label={`Favourite ${props.market.symbol} ${kindOf(props.market)}`}
          onClick={() => toggleFavourite(props.market.key)}
        >
          {isFavourite() ? "★" : "☆"}
        </button>
      </td>
      <th scope="row">
        <a
          href={marketPath(props.market)}
          tabIndex={tabIndex()}
          aria-current={props.isShown ? "true" : undefined}
          onClick={open}
          onKeyDown={mark}
        >
          <strong>{props.market.symbol}</strong> <span class="quiet">{kindOf(props.market)}</span>
        </a>
      </th>
      <td class="number" data-column="price">
        {fixed(ticker()?.lastPrice, props.market.priceDecimals)}
      </td>
      <td class={`number ${signClass(ticker()?.price24hPcnt)}`}>
        {signedPercent(ticker()?.price24hPcnt)}
      </td>
      <td class="number" data-column="funding">
        {props.market.fundingHours > 0 ? percent(ticker()?.fundingRate, 4) : ""}
      </td>
      <td class="number" data-column="volume">
        {compact(ticker()?.turnover24h)} {props.market.quote}
      </td>
    </tr>
  );
}
