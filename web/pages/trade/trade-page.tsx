import { useParams } from "@solidjs/router";
import { createEffect, createSignal, type JSX, onCleanup, Show } from "solid-js";
import { MarketPicker } from "../../panels/market-picker/market-picker.tsx";
import { MarketStatus } from "../../panels/market-status/market-status.tsx";
import { StartCard } from "../../panels/start-card/start-card.tsx";
import { StatisticsBar } from "../../panels/statistics-bar/statistics-bar.tsx";
import { Button } from "../../parts/button.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { instruments } from "../../state/instruments.ts";
import { showDialog, shownDialog } from "../../state/shown-dialog.ts";
import { showMarket, shownKey, shownMarket } from "../../state/shown-market.ts";
import { DesktopLayout } from "./desktop-layout.tsx";
import { useLayoutCommands } from "./layout-commands.ts";
import { LayoutDialog } from "./layout-dialog.tsx";
import { usePageTitle } from "./page-title.ts";
import { PhoneLayout } from "./phone-layout.tsx";
import "./trade-page.css";

const NARROW = "(max-width: 760px)";

/** Whether the screen is as narrow as a phone; follows the window. */
function useIsNarrow(): () => boolean {
  const query = matchMedia(NARROW);
  const [isNarrow, setNarrow] = createSignal(query.matches);
  const follow = (): void => {
    setNarrow(query.matches);
  };
  query.addEventListener("change", follow);
  onCleanup(() => query.removeEventListener("change", follow));
  return isNarrow;
}

/** The trade screen of one market. */
export function TradePage(): JSX.Element {
  const params = useParams<{ category?: string; symbol?: string }>();
  createEffect(() => {
    const { category, symbol } = params;
    if (category !== undefined && symbol !== undefined) showMarket(category, symbol);
  });
  usePageTitle();
  useLayoutCommands();
  const isNarrow = useIsNarrow();
  return (
    <main class="trade-page">
      <h1 class="unseen">Trade {shownMarket()?.symbol ?? ""}</h1>
      <div class="trade-top">
        <MarketPicker instrument={shownMarket()} />
        <Show when={shownMarket()}>
          {(instrument) => (
            <>
              <MarketStatus instrument={instrument()} />
              <StatisticsBar instrument={instrument()} />
            </>
          )}
        </Show>
        <Show when={!isNarrow()}>
          <Button class="layout-button" size="small" onClick={() => showDialog("layout")}>
            Layout
          </Button>
        </Show>
      </div>
      <Show when={shownMarket()} fallback={<NoMarket />}>
        {(instrument) => (
          <Show when={isNarrow()} fallback={<DesktopLayout instrument={instrument()} />}>
            <PhoneLayout instrument={instrument()} />
          </Show>
        )}
      </Show>
      <StartCard />
      <Show when={shownDialog() === "layout"}>
        <LayoutDialog onClose={() => showDialog(undefined)} />
      </Show>
    </main>
  );
}

/** What stands in place of a market while it is loading, or that the exchange does not list. */
function NoMarket(): JSX.Element {
  return (
    <Show when={instruments().size > 0} fallback={<EmptyState title="Loading the markets" />}>
      <EmptyState title={`The exchange does not list ${shownKey()}`}>
        <Button onClick={() => showDialog("markets")}>Choose a market</Button>
      </EmptyState>
    </Show>
  );
}
