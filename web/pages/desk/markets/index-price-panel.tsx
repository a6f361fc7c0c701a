import { type JSX, Show } from "solid-js";
import { exact } from "../../../numbers/format.ts";
import { Button } from "../../../parts/button.tsx";
import { loaded } from "../../../state/loaded.ts";
import { Panel, WhenLoaded } from "../../account/panel.tsx";
import { ask } from "../acts/asked-act.ts";
import { openEdit } from "../acts/edit-dialog.tsx";
import { Facts } from "../facts.tsx";
import { isoMoment } from "../iso-moment.ts";
import { mayAct } from "../wire/desk-session.ts";
import { deskGet } from "../wire/desk-wire.ts";
import { indexPriceEdit, releaseIndexAct } from "./index-price.ts";
import { type InstrumentName, isSame } from "./listed-instrument.ts";

type IndexPrice = InstrumentName & {
  readonly price: string;
  /** Time of its arrival; empty before the first price. */
  readonly at: string;
  readonly isFresh: boolean;
  /** Whether an operator set it, until it is released. */
  readonly isHeld: boolean;
};

/** The index price of a market, which a person can hold and release. */
export function IndexPricePanel(props: {
  readonly row: InstrumentName;
  readonly reload: () => void;
}): JSX.Element {
  const index = loaded(async () => {
    const rows = await deskGet<readonly IndexPrice[]>("/index-prices");
    return rows.find((one) => isSame(one, props.row)) ?? null;
  });
  const done = (): void => {
    index.reload();
    props.reload();
  };
  const present = () => index.value() ?? undefined;
  return (
    <Panel
      title="Index price"
      actions={
        <div class="desk-buttons">
          <Button
            size="small"
            disabled={!mayAct("risk") || index.value() === undefined}
            onClick={() => openEdit(indexPriceEdit(props.row, present()?.price ?? "", done))}
          >
            Hold a price
          </Button>
          <Show when={present()?.isHeld}>
            <Button
              size="small"
              disabled={!mayAct("risk")}
              onClick={() => ask(releaseIndexAct(props.row, done))}
            >
              Release
            </Button>
          </Show>
        </div>
      }
    >
      <WhenLoaded from={index}>
        {(found) => (
          <Show when={found()} fallback={<p class="quiet">There is no index price yet.</p>}>
            {(price) => (
              <Facts
                facts={[
                  ["Price", exact(price().price)],
                  ["From", price().isHeld ? "held by an operator" : "the price sources"],
                  ["State", price().isFresh ? "fresh" : "stale: what depends on it pauses"],
                  ["At", isoMoment(price().at)],
                ]}
              />
            )}
          </Show>
        )}
      </WhenLoaded>
    </Panel>
  );
}
