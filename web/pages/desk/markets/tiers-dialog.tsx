import { createSignal, Index, type JSX } from "solid-js";
import { Button } from "../../../parts/button.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { Field } from "../../../parts/field.tsx";
import { instrumentText } from "./listed-instrument.ts";
import { readTiers, type Tier, type TiersOfContract, type WrittenTier } from "./tiers.ts";

const TIERS_MAX = 100;

type Props = {
  readonly contract: TiersOfContract;
  /** What the form shows first. */
  readonly begun: readonly WrittenTier[];
  readonly onClose: () => void;
  readonly onReview: (written: readonly WrittenTier[], tiers: readonly Tier[]) => void;
};

const EMPTY: WrittenTier = { valueMax: "", leverageMax: "", maintenanceRate: "" };

/** Changes the tiers of positions of a contract: rows are added, removed and written. */
export function TiersDialog(props: Props): JSX.Element {
  const [rows, setRows] = createSignal(props.begun);
  const [fault, setFault] = createSignal<string>();
  const write = (index: number, changed: Partial<WrittenTier>): void => {
    setRows(rows().map((row, at) => (at === index ? { ...row, ...changed } : row)));
    setFault(undefined);
  };
  const review = (event: SubmitEvent): void => {
    event.preventDefault();
    const read = readTiers(rows());
    if ("fault" in read) {
      setFault(read.fault);
      return;
    }
    props.onReview(rows(), read.tiers);
  };
  return (
    <Dialog
      title={`Tiers of ${instrumentText(props.contract)}`}
      size="wide"
      onClose={props.onClose}
    >
      <form class="desk-act" onSubmit={review}>
        <Index each={rows()}>
          {(row, index) => (
            <TierFields
              number={index + 1}
              tier={row()}
              isOnly={rows().length === 1}
              onWritten={(changed) => write(index, changed)}
              onRemoved={() => setRows(rows().filter((_row, at) => at !== index))}
            />
          )}
        </Index>
        <p class="warn" role="alert">
          {fault()}
        </p>
        <div class="actions">
          <Button disabled={rows().length >= TIERS_MAX} onClick={() => setRows([...rows(), EMPTY])}>
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

function TierFields(props: {
  readonly number: number;
  readonly tier: WrittenTier;
  readonly isOnly: boolean;
  readonly onWritten: (changed: Partial<WrittenTier>) => void;
  readonly onRemoved: () => void;
}): JSX.Element {
  return (
    <fieldset class="desk-tier" aria-label={`Tier ${props.number}`}>
      <Field
        label="Value up to"
        inputmode="numeric"
        value={props.tier.valueMax}
        onValue={(value) => props.onWritten({ valueMax: value.trim() })}
      />
      <Field
        label="Leverage at most"
        inputmode="numeric"
        value={props.tier.leverageMax}
        onValue={(value) => props.onWritten({ leverageMax: value.trim() })}
      />
      <Field
        label="Maintenance rate"
        inputmode="decimal"
        value={props.tier.maintenanceRate}
        onValue={(value) => props.onWritten({ maintenanceRate: value.trim() })}
      />
      <Button
        size="small"
        aria-label={`Remove tier ${props.number}`}
        disabled={props.isOnly}
        onClick={props.onRemoved}
      >
        Remove
      </Button>
    </fieldset>
  );
}
