import { createSignal, For, type JSX, Show } from "solid-js";
import { short } from "../../numbers/format.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { NumberField } from "../../parts/number-field.tsx";
import { showFailure } from "../../parts/toasts.tsx";
import type { Instrument } from "../../state/instruments.ts";
import { type ChartLine, onStep } from "./chart-lines.ts";
import { moveLine } from "./move-line.ts";

type Props = {
  readonly lines: readonly ChartLine[];
  readonly instrument: Instrument;
  readonly current: (id: string) => ChartLine | undefined;
  readonly onClose: () => void;
};

/** The lines of the chart as a list: moves and removes them without a pointer. */
export function LinesDialog(props: Props): JSX.Element {
  return (
    <Dialog title={`Lines in ${props.instrument.symbol}`} onClose={props.onClose}>
      <Show
        when={props.lines.length > 0}
        fallback={
          <EmptyState title="No lines">
            Open orders, trigger orders and positions are lines in the chart.
          </EmptyState>
        }
      >
        <For each={props.lines.map(({ id }) => id)}>{(id) => <LineRow {...props} id={id} />}</For>
      </Show>
    </Dialog>
  );
}

function LineRow(props: Props & { readonly id: string }): JSX.Element {
  const line = () => props.current(props.id);
  const [price, setPrice] = createSignal(line()?.price ?? "");
  const fault = (): string | undefined => {
    const value = Number(price());
    if (!(value > 0)) return "Write a price";
    const isOnStep = Number(onStep(value, props.instrument)) === value;
    return isOnStep ? undefined : `A multiple of ${short(props.instrument.priceStep)}`;
  };
  const isChanged = (): boolean => Number(price()) !== Number(line()?.price);
  return (
    <Show when={line()}>
      {(shown) => (
        <form
          class="chart-line"
          onSubmit={(event) => {
            event.preventDefault();
            if (fault() === undefined) void moveLine(shown(), price(), props.current);
          }}
        >
          <Show
            when={shown().move}
            fallback={
              <p>
                {shown().label}: {short(shown().price)}
              </p>
            }
          >
            <NumberField
              label={shown().label}
              unit={props.instrument.quote}
              step={props.instrument.priceStep}
              value={price()}
              fault={fault()}
              onValue={setPrice}
            />
            <Button type="submit" disabled={fault() !== undefined || !isChanged()}>
              Move
            </Button>
          </Show>
          <Show when={shown().remove}>
            {(remove) => (
              <Button
                aria-label={`Remove ${shown().label}`}
                onClick={() => remove()().catch(showFailure)}
              >
                ✕
              </Button>
            )}
          </Show>
        </form>
      )}
    </Show>
  );
}
