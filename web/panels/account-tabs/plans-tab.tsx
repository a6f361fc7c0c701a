import { type JSX, Show } from "solid-js";
import type { Plan } from "../../accounts/model.ts";
import { counted } from "../../numbers/counted.ts";
import { percent, short } from "../../numbers/format.ts";
import { Button } from "../../parts/button.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { showFailure, showToast } from "../../parts/toasts.tsx";
import { createKeyedRows } from "../../state/keyed-rows.ts";
import { createConfirmation } from "./confirmation.tsx";
import { EditCell } from "./edit-cell.tsx";
import { ExportButton } from "./export-button.tsx";
import { ofMarket, priceFault, sizeFault } from "./figures.ts";
import { marketColumn, priceText, StoryButton, sideColumn, timeColumn } from "./record-cells.tsx";
import { type RecordColumn, RecordsTable } from "./records-table.tsx";
import { instrumentOf, type TabProps } from "./tab-props.ts";
import { plainWord, planWord } from "./words.ts";

type Edited = "triggerPrice" | "orderPrice" | "size";

const EDITED_NAMES: Readonly<Record<Edited, string>> = {
  triggerPrice: "trigger price",
  orderPrice: "order price",
  size: "size",
};

/** A member of a plan that is changed in place; one that has no value stays without. */
function PlanEdit(props: {
  readonly client: TabProps["client"];
  readonly plan: Plan;
  readonly member: Edited;
  readonly otherwise: string;
}): JSX.Element {
  const value = (): string => props.plan[props.member];
  const faultOf = (text: string): string | undefined =>
    props.member === "size"
      ? sizeFault(text, instrumentOf(props.plan))
      : priceFault(text, instrumentOf(props.plan));
  return (
    <Show when={value() !== ""} fallback={props.otherwise}>
      <EditCell
        label={`${EDITED_NAMES[props.member]} of the trigger order in ${props.plan.symbol}`}
        value={value()}
        shown={props.member === "size" ? short(value()) : priceText(props.plan, value())}
        faultOf={faultOf}
        onChange={(text) => props.client.amendPlan({ ...props.plan }, { [props.member]: text })}
      />
    </Show>
  );
}

function columnsOf({ client }: TabProps): readonly RecordColumn<Plan>[] {
  const edited = (title: string, member: Edited, otherwise: string): RecordColumn<Plan> => ({
    title,
    isNumber: true,
    text: (plan) => plan[member],
    cell: (plan) => <PlanEdit client={client} plan={plan} member={member} otherwise={otherwise} />,
  });
  return [
    marketColumn(),
    timeColumn("Placed", (plan) => plan.createdMs),
    { title: "Type", text: planWord },
    sideColumn(),
    edited("Trigger", "triggerPrice", "–"),
    { title: "By", text: (plan) => plan.triggerBy, cell: (plan) => plainWord(plan.triggerBy) },
    edited("Order price", "orderPrice", "Market"),
    edited("Size", "size", "Position"),
    {
      title: "Callback",
      isNumber: true,
      text: (plan) => plan.callbackRate,
      cell: (plan) => percent(plan.callbackRate),
    },
    {
      title: "TP / SL",
      text: (plan) => `${plan.takeProfit} / ${plan.stopLoss}`,
      cell: (plan) => `${priceText(plan, plan.takeProfit)} / ${priceText(plan, plan.stopLoss)}`,
    },
  ];
}

/** Orders that wait for a price. */
export function PlansTab(props: TabProps): JSX.Element {
  const shown = (): readonly Plan[] =>
    ofMarket(props.client.state.plans(), props.isMarketOnly ? props.instrument.key : undefined);
  const rows = createKeyedRows(shown, (plan) => plan.id);
  const columns = columnsOf(props);
  const confirmation = createConfirmation();
  const cancelShown = (): void => {
    const plans = shown();
    confirmation.ask({
      title: "Cancel the shown trigger orders?",
      figures: [
        ["Trigger orders", String(plans.length)],
        ["Of them TP or SL", String(plans.filter(isExit).length)],
      ],
      button: `Cancel ${counted(plans.length, "trigger order")}`,
      run: () => props.client.cancelPlans(plans),
      done: `Cancelled ${counted(plans.length, "trigger order")}`,
    });
  };
  const cancel = (plan: Plan): void => {
    props.client
      .cancelPlans([{ ...plan }])
      .then(() => showToast({ kind: "note", text: `Trigger order in ${plan.symbol} cancelled` }))
      .catch(showFailure);
  };
  return (
    <>
      <div class="tab-tools">
        <Button size="small" disabled={rows().length === 0} onClick={cancelShown}>
          Cancel all shown
        </Button>
        <ExportButton name="trigger-orders" columns={columns} rows={rows()} />
      </div>
      <RecordsTable
        label="Trigger orders"
        columns={columns}
        rows={rows()}
        actions={(plan) => (
          <>
            <StoryButton
              of={`the trigger order in ${plan.symbol}`}
              onOpen={() => props.onStory({ orderId: plan.id })}
            />
            <Button
              size="small"
              aria-label={`Cancel the trigger order in ${plan.symbol}`}
              onClick={() => cancel(plan)}
            >
              Cancel
            </Button>
          </>
        )}
        empty={
          <EmptyState title="No trigger orders">
            A trigger order is placed when a price is reached: choose Trigger or Trailing in the
            ticket, or set TP/SL of a position.
          </EmptyState>
        }
      />
      {confirmation.view()}
    </>
  );
}

function isExit({ kind }: Plan): boolean {
  return kind === "take_profit" || kind === "stop_loss" || kind === "exits";
}
