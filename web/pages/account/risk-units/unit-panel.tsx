import { createSignal, For, type JSX, Show } from "solid-js";
import { percent, short } from "../../../numbers/format.ts";
import { Button } from "../../../parts/button.tsx";
import { type Column, DataTable } from "../../../parts/data-table.tsx";
import { Field } from "../../../parts/field.tsx";
import { ScrollAcross } from "../../../parts/scroll-across.tsx";
import { createAttempt } from "../../../state/attempt.ts";
import { createKeyedRows } from "../../../state/keyed-rows.ts";
import { loaded } from "../../../state/loaded.ts";
import type { AccountKind } from "../../../state/session.ts";
import { Panel, WhenLoaded } from "../panel.tsx";
import { TransferableForm } from "./transferable-form.tsx";
import {
  bindUser,
  type CollateralCoin,
  loadUnit,
  type UnitState,
  type UnpaidCoin,
} from "./units-wire.ts";

/** Interval of the ratio, which follows the prices, in ms. */
const UNIT_EVERY_MS = 3_000;

const UNPAID: readonly Column<UnpaidCoin>[] = [
  { title: "Coin", cell: (row) => row.coin },
  { title: "Owed", isNumber: true, cell: (row) => short(row.unpaidQty) },
  { title: "Interest", isNumber: true, cell: (row) => short(row.unpaidInterest) },
];

const COLLATERAL: readonly Column<CollateralCoin>[] = [
  { title: "Coin", cell: (row) => row.coin },
  { title: "Amount", isNumber: true, cell: (row) => short(row.amount) },
  { title: "Price", isNumber: true, cell: (row) => short(row.price) },
  { title: "Counts", isNumber: true, cell: (row) => short(row.convertedUsdtAmount, 2) },
];

/** A risk unit: its ratio, debt and collateral, and its users. */
export function UnitPanel(props: {
  readonly kind: AccountKind;
  /** Uid of the unit's account. */
  readonly unit: string;
}): JSX.Element {
  const state = loaded(() => loadUnit(props.kind, props.unit), UNIT_EVERY_MS);
  const unpaid = createKeyedRows(
    () => state.value()?.unpaidInfo ?? [],
    ({ coin }) => coin,
  );
  const collateral = createKeyedRows(
    () => state.value()?.balanceInfo ?? [],
    ({ coin }) => coin,
  );
  return (
    <>
      <Panel title={`Risk unit of account ${props.unit}`}>
        <WhenLoaded from={state}>
          {(value) => (
            <>
              <UnitFigures state={value()} />
              <Show when={unpaid().length > 0} fallback={<p>The unit has no debt.</p>}>
                <ScrollAcross>
                  <DataTable label="Debts of the unit" columns={UNPAID} rows={unpaid()} />
                </ScrollAcross>
              </Show>
              <ScrollAcross>
                <DataTable label="Collateral" columns={COLLATERAL} rows={collateral()} />
              </ScrollAcross>
            </>
          )}
        </WhenLoaded>
      </Panel>
      <Panel title="Users of the unit">
        <WhenLoaded from={state}>
          {(value) => (
            <UserList
              kind={props.kind}
              unit={props.unit}
              users={value().subAccountUids}
              onChanged={() => state.reload()}
            />
          )}
        </WhenLoaded>
      </Panel>
    </>
  );
}

function UnitFigures(props: { readonly state: UnitState }): JSX.Element {
  return (
    <dl class="account-figures">
      <div>
        <dt>Debt to collateral</dt>
        <dd>{percent(props.state.ltv)}</dd>
      </div>
      <div>
        <dt>Debt in dollars</dt>
        <dd>{short(props.state.unpaidUsdtAmount, 2)}</dd>
      </div>
      <div>
        <dt>Collateral in dollars</dt>
        <dd>{short(props.state.usdtBalance, 2)}</dd>
      </div>
    </dl>
  );
}

function UserList(props: {
  readonly kind: AccountKind;
  readonly unit: string;
  readonly users: readonly string[];
  readonly onChanged: () => void;
}): JSX.Element {
  const [uid, setUid] = createSignal("");
  const attempt = createAttempt();
  const change = (user: string, operate: "bind" | "unbind"): Promise<void> =>
    attempt.run(async () => {
      await bindUser(props.kind, { riskUnitId: props.unit, uid: user, operate });
      if (operate === "bind") setUid("");
      props.onChanged();
    });
  return (
    <>
      <p class="quiet">
        What the users have is collateral of the unit's loans, and moves freely between them.
      </p>
      <ul class="unit-users" aria-label="Users">
        <For each={props.users}>
          {(user) => (
            <li>
              <span class="mono">{user}</span>{" "}
              <Show
                when={user !== props.unit}
                fallback={<span class="quiet">the unit itself</span>}
              >
                <Button
                  size="small"
                  aria-label={`Unbind ${user}`}
                  disabled={attempt.isSending()}
                  onClick={() => void change(user, "unbind")}
                >
                  Unbind
                </Button>
              </Show>
            </li>
          )}
        </For>
      </ul>
      <form
        class="account-form"
        onSubmit={(event) => {
          event.preventDefault();
          void change(uid().trim(), "bind");
        }}
      >
        <Field
          label="Uid to bind"
          inputmode="numeric"
          pattern="\d+"
          required
          hint="The main account or one of its sub-accounts"
          value={uid()}
          onValue={setUid}
        />
        <p class="warn" role="alert">
          {attempt.fault()}
        </p>
        <div class="actions">
          <Button type="submit" look="primary" disabled={attempt.isSending()}>
            Bind
          </Button>
        </div>
      </form>
      <TransferableForm kind={props.kind} users={props.users} />
    </>
  );
}
