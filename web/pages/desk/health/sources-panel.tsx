import { Index, type JSX, Show } from "solid-js";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { loaded } from "../../../state/loaded.ts";
import { Panel, WhenLoaded } from "../../account/panel.tsx";
import { isoMoment } from "../iso-moment.ts";
import { ScrollBox } from "../scroll-box.tsx";
import { deskGet } from "../wire/desk-wire.ts";

type Source = {
  readonly name: string;
  readonly rank: string;
  readonly weight: number;
  readonly prices: readonly {
    readonly coin: string;
    readonly at: string;
    readonly isFresh: boolean;
  }[];
};

/** What the page says of a source. */
type SourceState = {
  readonly name: string;
  readonly rank: string;
  readonly weight: number;
  readonly fresh: number;
  readonly stale: readonly string[];
  readonly latest: string;
};

const EVERY_MS = 5_000;
const STALE_SHOWN = 8;

function stateOf({ name, prices, rank, weight }: Source): SourceState {
  const stale = prices.filter(({ isFresh }) => !isFresh).map(({ coin }) => coin);
  const latest =
    prices
      .map(({ at }) => at)
      .toSorted()
      .at(-1) ?? "";
  return { name, rank, weight, fresh: prices.length - stale.length, stale, latest };
}

function staleText({ stale }: SourceState): string {
  if (stale.length === 0) return "none";
  const further = stale.length - STALE_SHOWN;
  const named = stale.slice(0, STALE_SHOWN).join(", ");
  return further > 0 ? `${named} and ${further} more` : named;
}

/** The sources of index prices, and which of their prices are stale. */
export function SourcesPanel(): JSX.Element {
  const sources = loaded(
    async () => (await deskGet<readonly Source[]>("/price-sources")).map(stateOf),
    EVERY_MS,
  );
  return (
    <Panel title="Sources of prices">
      <WhenLoaded from={sources}>
        {(rows) => (
          <Show
            when={rows().length > 0}
            fallback={
              <EmptyState title="No source of prices is configured">
                Index prices then come from the generated market, or from the operator.
              </EmptyState>
            }
          >
            <ScrollBox label="Sources of prices">
              <table class="data-table">
                <caption class="unseen">Sources of prices</caption>
                <thead>
                  <tr>
                    <th scope="col">Source</th>
                    <th scope="col">Rank</th>
                    <th scope="col" class="number">
                      Weight
                    </th>
                    <th scope="col" class="number">
                      Fresh prices
                    </th>
                    <th scope="col">Stale prices</th>
                    <th scope="col">Latest price at</th>
                  </tr>
                </thead>
                <tbody>
                  <Index each={rows()}>
                    {(row) => (
                      <tr>
                        <td>{row().name}</td>
                        <td>{row().rank}</td>
                        <td class="number">{row().weight}</td>
                        <td class="number">{row().fresh}</td>
                        <td classList={{ warn: row().stale.length > 0 }}>{staleText(row())}</td>
                        <td>{isoMoment(row().latest)}</td>
                      </tr>
                    )}
                  </Index>
                </tbody>
              </table>
            </ScrollBox>
          </Show>
        )}
      </WhenLoaded>
    </Panel>
  );
}
