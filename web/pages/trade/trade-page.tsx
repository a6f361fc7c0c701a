import { useParams } from "@solidjs/router";
import { createEffect, type JSX, Show } from "solid-js";
import { StatisticsBar } from "../../panels/statistics-bar/statistics-bar.tsx";
import { showMarket, shownMarket } from "../../state/shown-market.ts";
import "./trade-page.css";

/** The trade screen of one market. */
export function TradePage(): JSX.Element {
  const params = useParams<{ category?: string; symbol?: string }>();
  createEffect(() => {
    const { category, symbol } = params;
    if (category !== undefined && symbol !== undefined) showMarket(category, symbol);
  });
  return (
    <main class="trade-page">
      <h1 class="unseen">Trade {shownMarket()?.symbol ?? ""}</h1>
      <Show when={shownMarket()}>
        {(instrument) => (
          <div class="trade-top">
            <StatisticsBar instrument={instrument()} />
          </div>
        )}
      </Show>
    </main>
  );
}
