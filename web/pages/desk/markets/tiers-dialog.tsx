import { createSignal, Index, type JSX, Show } from "solid-js";
import { Button } from "../../../parts/button.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { Field } from "../../../parts/field.tsx";
import { ask } from "../acts/asked-act.ts";
import { instrumentText, nameOf } from "./listed-instrument.ts";
import { readTiers, type TiersOfContract, tierEffects, type WrittenTier } from "./tiers.ts";

const TIERS_MAX = 100;

/** Changes the tiers of positions of a contract: rows are added, removed and written. */
export function TiersDialog(props: {
  readonly contract: TiersOfContract;
  readonly onClose: () => void;
  readonly onDone: () => void;
}): JSX.Element {
  const [rows, setRows] = createSignal<readonly WrittenTier[]>(
    props.contract.tiers.map(({ leverageMax, maintenanceRate, valueMax }) => {
      return { valueMax: String(valueMax), leverageMax: String(leverageMax), maintenanceRate };
    }),
  );
  const [fault, setFault] = createSignal<string>();
  const write = (index: number, member: keyof WrittenTier, value: string): void => {
    setRows(rows().map((row, at) => (at === index ? { ...row, [member]: value.trim() } : row)));
    setFault(undefined);
  };
  const review = (): void => {
    const read = readTiers(rows());
    if ("fault" in read) {
      setFault(read.fault);
      return;
    }
    const { contract, onDone } = props;
    props.onClose();
    ask({
      title: `Change tiers of ${contract.symbol}`,
      effects: [
        ...tierEffects(contract.tiers, read.tiers),
        "At once, also for open positions: a higher maintenance rate can liquidate them. " +
          "The exchange then shows the effect and asks back.",
      ],
      method: "PUT",
      path: "/position-tiers",
      body: { ...nameOf(contract), tiers: read.tiers },
      repeat: contract.symbol,
      done: () => `Tiers of ${contract.symbol} changed`,
      onDone,
    });
  };
  return (
    <Dialog
      title={`Tiers of ${instrumentText(props.contract)}`}
      size="wide"
      onClose={props.onClose}
    >
      <form
        class="desk-act"
        onSubmit={(event) => {
          event.preventDefault();
          review();
        }}
      >
        <Index each={rows()}>
          {(row, index) => (
            <fieldset class="desk-tier" aria-label={`Tier ${index + 1}`}>
              <Field
                label="Value up to"
                inputmode="numeric"
                value={row().valueMax}
                onValue={(value) => write(index, "valueMax", value)}
              />
              <Field
                label="Leverage at most"
                inputmode="numeric"
                value={row().leverageMax}
                onValue={(value) => write(index, "leverageMax", value)}
              />
              <Field
                label="Maintenance rate"
                inputmode="decimal"
                value={row().maintenanceRate}
                onValue={(value) => write(index, "maintenanceRate", value)}
              />
              <Button
                size="small"
                aria-label={`Remove tier ${index + 1}`}
                disabled={rows().length === 1}
                onClick={() => setRows(rows().filter((_row, at) => at !== index))}
              >
                Remove
              </Button>
            </fieldset>
          )}
        </Index>
        <Show when={fault()}>
          {(text) => (
            <p class="warn" role="alert">
              {text()}
            </p>
          )}
        </Show>
        <div class="actions">
          <Button
            disabled={rows().length >= TIERS_MAX}
            onClick={() =>
              setRows([...rows(), { valueMax: "", leverageMax: "", maintenanceRate: "" }])
            }
          >
            Add a tier
          </Button>
          <Button onClick={props.onClose}>Cancel</Button>
          <Button type="submit" look="primary">
            Review
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
