import { createSignal, type JSX, Match, Show, Switch } from "solid-js";
import type { AccountClient } from "../../accounts/account-client.ts";
import type { Position } from "../../accounts/model.ts";
import { percent, signClass, signedPercent } from "../../numbers/format.ts";
import { Button } from "../../parts/button.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { useCommands } from "../../state/commands.ts";
import { createKeyedRows } from "../../state/keyed-rows.ts";
import { CloseDialog } from "./close-dialog.tsx";
import { createConfirmation } from "./confirmation.tsx";
import { ExitsDialog } from "./exits-dialog.tsx";
import { ExportButton } from "./export-button.tsx";
import { exitsText, ofMarket, returnFraction } from "./figures.ts";
import { closeAllAct, positionKey, reverseAct } from "./position-acts.ts";
import { gainColumn, marketColumn, numberColumn, priceColumn, priceText } from "./record-cells.tsx";
import { type RecordColumn, RecordsTable } from "./records-table.tsx";
import type { TabProps } from "./tab-props.ts";
import { positionWords } from "./words.ts";

/** What a person looks at first comes first: a narrow window shows the rest by scrolling. */
const COLUMNS: readonly RecordColumn<Position>[] = [
  marketColumn(),
  {
    title: "Position",
    isWide: true,
    text: positionWords,
    cell: (position) => (
      <span class={position.side === "long" ? "up" : "down"}>{positionWords(position)}</span>
    ),
  },
  numberColumn("Size", (position) => position.size),
  priceColumn("Entry", (position) => position.entryPrice),
  priceColumn("Mark", (position) => position.markPrice),
  priceColumn("Liquidation", (position) => position.liquidationPrice),
  gainColumn("Unrealised", (position) => position.unrealised),
  {
    title: "Return",
    isNumber: true,
    text: returnFraction,
    cell: (position) => (
      <span class={signClass(returnFraction(position))}>
        {signedPercent(returnFraction(position))}
      </span>
    ),
  },
  {
    title: "Margin ratio",
    isNumber: true,
    text: (position) => position.marginRatio,
    cell: (position) => (
      <span classList={{ warn: Number(position.marginRatio) > 0.7 }}>
        {percent(position.marginRatio)}
      </span>
    ),
  },
  numberColumn("Margin", (position) => position.margin),
  {
    title: "TP / SL",
    text: (position) => exitsText(position, (price) => price),
    cell: (position) => exitsText(position, (price) => priceText(position, price)),
  },
  priceColumn("Break-even", (position) => position.breakEvenPrice),
  gainColumn("Realised", (position) => position.realised),
];

type Asked = { readonly dialog: "close" | "exits"; readonly key: string };

/** Open positions with what can be done with them. */
export function PositionsTab(props: TabProps): JSX.Element {
  const shown = (): readonly Position[] =>
    ofMarket(props.client.state.positions(), props.isMarketOnly ? props.instrument.key : undefined);
  const rows = createKeyedRows(shown, positionKey);
  const [asked, setAsked] = createSignal<Asked>();
  const confirmation = createConfirmation();
  return (
    <>
      <div class="tab-tools">
        <Button
          size="small"
          disabled={rows().length === 0}
          onClick={() => confirmation.ask(closeAllAct(props.client, shown()))}
        >
          {props.isMarketOnly ? `Close all of ${props.instrument.symbol}` : "Close all"}
        </Button>
        <ExportButton name="positions" columns={COLUMNS} rows={rows()} />
      </div>
      <RecordsTable
        label="Positions"
        columns={COLUMNS}
        rows={rows()}
        actions={(position) => (
          <PositionButtons
            position={position}
            onAsk={(dialog) => setAsked({ dialog, key: positionKey(position) })}
            onReverse={() => confirmation.ask(reverseAct(props.client, { ...position }))}
          />
        )}
        empty={<NoPositions isFutures={props.instrument.isFutures} />}
      />
      <PositionDialog client={props.client} asked={asked()} onClose={() => setAsked(undefined)} />
      {confirmation.view()}
    </>
  );
}

function PositionButtons(props: {
  readonly position: Position;
  readonly onAsk: (dialog: Asked["dialog"]) => void;
  readonly onReverse: () => void;
}): JSX.Element {
  const name = (): string => `the ${props.position.side} in ${props.position.symbol}`;
  return (
    <>
      <Button size="small" aria-label={`Close ${name()}`} onClick={() => props.onAsk("close")}>
        Close
      </Button>
      <Button size="small" aria-label={`Reverse ${name()}`} onClick={() => props.onReverse()}>
        Reverse
      </Button>
      <Button size="small" aria-label={`TP/SL of ${name()}`} onClick={() => props.onAsk("exits")}>
        TP/SL
      </Button>
    </>
  );
}

function NoPositions(props: { readonly isFutures: boolean }): JSX.Element {
  return (
    <EmptyState title="No open positions">
      <Show
        when={props.isFutures}
        fallback={
          "Positions are of futures. Choose a futures market; coins bought on spot are in Assets."
        }
      >
        Buy to open a long or sell to open a short: enter a size in the ticket and send a market
        order. Its profit and its liquidation price then move here.
      </Show>
    </EmptyState>
  );
}

/** The dialog about one position, which closes when the position does. */
function PositionDialog(props: {
  readonly client: AccountClient;
  readonly asked: Asked | undefined;
  readonly onClose: () => void;
}): JSX.Element {
  const position = (): Position | undefined =>
    props.client.state.positions().find((known) => positionKey(known) === props.asked?.key);
  return (
    <Show when={position()}>
      {(found) => (
        <Switch>
          <Match when={props.asked?.dialog === "close"}>
            <CloseDialog client={props.client} position={found()} onClose={props.onClose} />
          </Match>
          <Match when={props.asked?.dialog === "exits"}>
            <ExitsDialog client={props.client} position={found()} onClose={props.onClose} />
          </Match>
        </Switch>
      )}
    </Show>
  );
}

/** Commands about the positions of the shown market, and their dialogs; works on every tab. */
export function PositionCommands(props: Pick<TabProps, "client" | "instrument">): JSX.Element {
  const [asked, setAsked] = createSignal<Asked>();
  const confirmation = createConfirmation();
  const ofShown = (): Position | undefined =>
    ofMarket(props.client.state.positions(), props.instrument.key)[0];
  const ask = (dialog: Asked["dialog"]): void => {
    const position = ofShown();
    if (position !== undefined) setAsked({ dialog, key: positionKey(position) });
  };
  const reverse = (): void => {
    const position = ofShown();
    if (position !== undefined) confirmation.ask(reverseAct(props.client, position));
  };
  const group = { isTrading: true } as const;
  useCommands([
    {
      ...group,
      id: "close-position",
      title: "Close the position of this market",
      key: "Shift+X",
      run: () => ask("close"),
    },
    {
      ...group,
      id: "reverse-position",
      title: "Reverse the position of this market",
      key: "R",
      run: reverse,
    },
    {
      ...group,
      id: "position-exits",
      title: "Take profit and stop loss of the position of this market",
      key: "T",
      run: () => ask("exits"),
    },
  ]);
  return (
    <>
      <PositionDialog client={props.client} asked={asked()} onClose={() => setAsked(undefined)} />
      {confirmation.view()}
    </>
  );
}
