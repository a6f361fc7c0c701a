import { For, type JSX, Show } from "solid-js";
import { exact } from "../../../numbers/format.ts";
import { Button } from "../../../parts/button.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { loaded } from "../../../state/loaded.ts";
import { spacedWords } from "../../../state/spaced-words.ts";
import { Panel, WhenLoaded } from "../../account/panel.tsx";
import { ask } from "../acts/asked-act.ts";
import { type Edit, openEdit } from "../acts/edit-dialog.tsx";
import { Facts } from "../facts.tsx";
import { mayAct } from "../wire/desk-session.ts";
import { deskGet } from "../wire/desk-wire.ts";
import { IndexPricePanel } from "./index-price-panel.tsx";
import {
  type InstrumentName,
  type InstrumentStatus,
  instrumentText,
  isSame,
  type ListedInstrument,
} from "./listed-instrument.ts";
import {
  deliveryEdit,
  feesEdit,
  fundingEdit,
  type LossLimits,
  lossLimitsEdit,
  nextFeesText,
  openingLimitsEdit,
  orderLimitsEdit,
  type PriceGuards,
  priceGuardsEdit,
} from "./market-edits.ts";
import { delistAct, STATUS_EFFECTS, statusAct } from "./status-act.ts";
import type { TiersOfContract } from "./tiers.ts";
import { TiersPanel } from "./tiers-panel.tsx";

type Market = {
  readonly row: ListedInstrument | undefined;
  readonly tiers: TiersOfContract | undefined;
  readonly lossLimits: LossLimits | undefined;
  readonly guards: PriceGuards | undefined;
};

async function loadMarket(name: InstrumentName): Promise<Market> {
  const find = async <T extends InstrumentName>(path: string): Promise<T | undefined> =>
    (await deskGet<readonly T[]>(path)).find((row) => isSame(row, name));
  const [row, tiers, lossLimits, guards] = await Promise.all([
    find<ListedInstrument>("/instruments"),
    find<TiersOfContract>("/position-tiers"),
    find<LossLimits>("/loss-limits"),
    find<PriceGuards>("/price-guards"),
  ]);
  return { row, tiers, lossLimits, guards };
}

/** One market: its status and all terms that can be changed. */
export function MarketPage(props: {
  readonly realm: string;
  readonly category: string;
  readonly symbol: string;
}): JSX.Element {
  const name: InstrumentName = {
    realm: props.realm === "demo" ? "demo" : "live",
    category: props.category,
    symbol: props.symbol,
  };
  const market = loaded(() => loadMarket(name));
  return (
    <>
      <p>
        <a href="/desk/markets">All markets</a>
      </p>
      <h1>{instrumentText(name)}</h1>
      <WhenLoaded from={market}>
        {(value) => (
          <Show
            when={value().row}
            fallback={<EmptyState title="There is no such market">Look in the list.</EmptyState>}
          >
            {(row) => (
              <>
                <StatusPanel row={row()} reload={market.reload} />
                <IndexPricePanel row={name} reload={market.reload} />
                <TermsPanels row={row()} reload={market.reload} />
                <Show when={value().tiers} keyed>
                  {(tiers) => <TiersPanel contract={tiers} reload={market.reload} />}
                </Show>
                <GuardPanels market={value()} reload={market.reload} />
              </>
            )}
          </Show>
        )}
      </WhenLoaded>
    </>
  );
}

const STATUSES = Object.keys(STATUS_EFFECTS) as readonly InstrumentStatus[];

type RowProps = { readonly row: ListedInstrument; readonly reload: () => void };

function StatusPanel(props: RowProps): JSX.Element {
  return (
    <Panel title="Status">
      <Facts
        facts={[
          ["Status", <strong>{spacedWords(props.row.status)}</strong>],
          ["Last price", exact(props.row.lastPrice)],
          ["Mark price", exact(props.row.markPrice)],
          ["Index price", exact(props.row.indexPrice)],
          ["Open interest", exact(props.row.openInterest)],
          ["Open orders", props.row.openOrders],
          ["Price step", props.row.priceStep],
          ["Size step", props.row.sizeStep],
          ["Delivery", props.row.deliveryTime],
        ]}
      />
      <div class="desk-buttons">
        <For each={STATUSES.filter((status) => status !== props.row.status)}>
          {(status) => (
            <Button
              size="small"
              disabled={
                !mayAct("risk") || (status === "reduce_only" && props.row.category === "spot")
              }
              title={STATUS_EFFECTS[status]}
              onClick={() => ask(statusAct(props.row, status, props.reload))}
            >
              Set {spacedWords(status)}
            </Button>
          )}
        </For>
        <Button
          size="small"
          look="danger"
          disabled={!mayAct("risk")}
          onClick={() => ask(delistAct(props.row, props.reload))}
        >
          Delist
        </Button>
      </div>
    </Panel>
  );
}

/** A button that opens the dialog of some terms. */
function ChangeButton(props: {
  readonly edit: () => Edit;
  readonly isAllowed: boolean;
  readonly of: string;
}): JSX.Element {
  return (
    <Button
      size="small"
      disabled={!props.isAllowed}
      aria-label={`Change ${props.of}`}
      onClick={() => openEdit(props.edit())}
    >
      Change
    </Button>
  );
}

type TitledEdit = readonly [title: string, edit: Edit, isAllowed: boolean];

/** Terms with the buttons that change them; those that are absent are left out. */
function EditPanels(props: {
  readonly edits: readonly (readonly [string, Edit | undefined, boolean])[];
  /** A remark on terms, by their title. */
  readonly note?: (title: string) => string | undefined;
}): JSX.Element {
  const edits = () => props.edits.filter((one): one is TitledEdit => one[1] !== undefined);
  return (
    <For each={edits()}>
      {([title, edit, isAllowed]) => (
        <Panel
          title={title}
          actions={
            <ChangeButton edit={() => edit} isAllowed={isAllowed} of={title.toLowerCase()} />
          }
        >
          <Facts
            facts={edit.terms
              .filter(({ name }) => name !== "from")
              .map(({ label, value }) => [label, value])}
          />
          <Show when={props.note?.(title)}>{(text) => <p class="warn">{text()}</p>}</Show>
        </Panel>
      )}
    </For>
  );
}

function TermsPanels(props: RowProps): JSX.Element {
  const edits = () => {
    const { reload, row } = props;
    return [
      ["Order limits", orderLimitsEdit(row, reload), mayAct("risk")],
      ["Fees", feesEdit(row, reload), mayAct("treasury")],
      ["Opening limits", openingLimitsEdit(row, reload), mayAct("risk")],
      ["Funding terms", fundingEdit(row, reload), mayAct("risk")],
      ["Delivery", deliveryEdit(row, reload), mayAct("risk")],
    ] as const;
  };
  const note = (title: string): string | undefined => {
    const next = title === "Fees" ? nextFeesText(props.row) : undefined;
    return next && `Next: ${next}`;
  };
  return <EditPanels edits={edits()} note={note} />;
}

function GuardPanels(props: { readonly market: Market; readonly reload: () => void }): JSX.Element {
  const edits = () => {
    const { guards, lossLimits } = props.market;
    const limits = lossLimits && lossLimitsEdit(lossLimits, props.reload);
    return [
      ["Loss limits", limits, mayAct("risk")],
      ["Price guards", guards && priceGuardsEdit(guards, props.reload), mayAct("risk")],
    ] as const;
  };
  return <EditPanels edits={edits()} />;
}
