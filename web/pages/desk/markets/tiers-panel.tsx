import { createSignal, type JSX, Show } from "solid-js";
import { short } from "../../../numbers/format.ts";
import { Button } from "../../../parts/button.tsx";
import { DataTable } from "../../../parts/data-table.tsx";
import { Panel } from "../../account/panel.tsx";
import { ask } from "../acts/asked-act.ts";
import { ScrollBox } from "../scroll-box.tsx";
import { mayAct } from "../wire/desk-session.ts";
import {
  type Tier,
  type TiersOfContract,
  tiersAct,
  type WrittenTier,
  writtenTiers,
} from "./tiers.ts";
import { TiersDialog } from "./tiers-dialog.tsx";

/** The tiers of positions of a contract, which a person can change. */
export function TiersPanel(props: {
  readonly contract: TiersOfContract;
  readonly reload: () => void;
}): JSX.Element {
  /** What the open form begins with. */
  const [begun, setBegun] = createSignal<readonly WrittenTier[]>();
  const review = (written: readonly WrittenTier[], tiers: readonly Tier[]): void => {
    setBegun(undefined);
    ask({ ...tiersAct(props.contract, tiers, props.reload), revise: () => setBegun(written) });
  };
  return (
    <Panel
      title="Tiers of positions"
      actions={
        <Button
          size="small"
          aria-label="Change tiers of positions"
          disabled={!mayAct("risk")}
          onClick={() => setBegun(writtenTiers(props.contract))}
        >
          Change
        </Button>
      }
    >
      <ScrollBox label="Tiers">
        <DataTable
          label="Tiers"
          columns={[
            { title: "Value up to", isNumber: true, cell: (tier) => short(tier.valueMax) },
            { title: "Leverage at most", isNumber: true, cell: (tier) => tier.leverageMax },
            { title: "Maintenance rate", isNumber: true, cell: (tier) => tier.maintenanceRate },
          ]}
          rows={props.contract.tiers}
        />
      </ScrollBox>
      <Show when={begun()}>
        {(rows) => (
          <TiersDialog
            contract={props.contract}
            begun={rows()}
            onClose={() => setBegun(undefined)}
            onReview={review}
          />
        )}
      </Show>
    </Panel>
  );
}
