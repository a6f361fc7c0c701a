import { createSignal, type JSX, Show } from "solid-js";
import { percent, short } from "../../../numbers/format.ts";
import { Button } from "../../../parts/button.tsx";
import type { Column } from "../../../parts/data-table.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { Segments } from "../../../parts/segments.tsx";
import { type Loaded, loaded } from "../../../state/loaded.ts";
import { Panel } from "../../account/panel.tsx";
import { ask } from "../acts/asked-act.ts";
import { openEdit } from "../acts/edit-dialog.tsx";
import { LoadedTable } from "../loaded-table.tsx";
import { mayAct } from "../wire/desk-session.ts";
import { deskGet } from "../wire/desk-wire.ts";
import { type FundChange, fundChangeAct, fundTermsEdit } from "./fund-acts.ts";
import { FundChangeDialog } from "./fund-change-dialog.tsx";
import {
  fundText,
  type InsuranceFund,
  type LendingPool,
  type NamedFund,
  type Realm,
} from "./fund-rows.ts";

/** A fund with the change that the open form begins with. */
type Asked = { readonly fund: NamedFund; readonly begun: FundChange };
type Ask = (asked: Asked) => void;

/** Insurance funds and lending pools, with their terms and what they paid in the hour. */
export function FundsPanels(): JSX.Element {
  const [realm, setRealm] = createSignal<Realm>("live");
  const [asked, setAsked] = createSignal<Asked>();
  const funds = loaded(() => deskGet<readonly InsuranceFund[]>("/insurance-funds"));
  const pools = loaded(() => deskGet<readonly LendingPool[]>("/lending-pools"));
  const reload = (): void => {
    funds.reload();
    pools.reload();
  };
  const review = (fund: NamedFund, change: FundChange): void => {
    setAsked(undefined);
    const revise = () => setAsked({ fund, begun: change });
    ask({ ...fundChangeAct(fund, change, reload), revise });
  };
  return (
    <>
      <h1>Funds and pools</h1>
      <div class="desk-filters">
        <Segments
          label="Realm"
          options={[
            ["live", "Live"],
            ["demo", "Demo"],
          ]}
          value={realm()}
          onValue={setRealm}
        />
        <Button size="small" onClick={reload}>
          Load again
        </Button>
      </div>
      <InsurancePanel funds={funds} realm={realm()} onAsk={setAsked} />
      <PoolsPanel pools={pools} realm={realm()} onAsk={setAsked} />
      <Show when={asked()} keyed>
        {(one) => (
          <FundChangeDialog
            fund={one.fund}
            begun={one.begun}
            onClose={() => setAsked(undefined)}
            onReview={(change) => review(one.fund, change)}
          />
        )}
      </Show>
    </>
  );
}

/** Buttons that endow a fund and withdraw from it. */
function ChangeButtons(props: { readonly fund: NamedFund; readonly onAsk: Ask }): JSX.Element {
  const open = (isWithdrawal: boolean): void =>
    props.onAsk({ fund: props.fund, begun: { isWithdrawal, amount: "", reference: "" } });
  return (
    <>
      <Button
        size="small"
        disabled={!mayAct("treasury")}
        aria-label={`Endow the ${fundText(props.fund)}`}
        onClick={() => open(false)}
      >
        Endow
      </Button>
      <Button
        size="small"
        look="danger"
        disabled={!mayAct("treasury")}
        aria-label={`Withdraw from the ${fundText(props.fund)}`}
        onClick={() => open(true)}
      >
        Withdraw
      </Button>
    </>
  );
}

const limitText = (limit: string, none: string): string => (limit === none ? "none" : short(limit));

function insuranceColumns(reload: () => void, onAsk: Ask): readonly Column<InsuranceFund>[] {
  return [
    {
      title: "Coin",
      cell: ({ coin, realm }) => <a href={`/desk/funds/movements/${realm}/${coin}`}>{coin}</a>,
    },
    { title: "Balance", isNumber: true, cell: (row) => short(row.balance) },
    { title: "Share of fees", isNumber: true, cell: (row) => percent(row.feeShare) },
    { title: "Paid this hour", isNumber: true, cell: (row) => short(row.drawn) },
    { title: "Limit an hour", isNumber: true, cell: (row) => limitText(row.drawMax, "0") },
    {
      title: "",
      cell: (row) => (
        <div class="desk-buttons">
          <Button
            size="small"
            disabled={!mayAct("treasury", "risk")}
            aria-label={`Change the terms of the ${fundText({ ...row, fund: "insurance_fund" })}`}
            onClick={() => openEdit(fundTermsEdit(row, reload))}
          >
            Terms
          </Button>
          <ChangeButtons fund={{ ...row, fund: "insurance_fund" }} onAsk={onAsk} />
        </div>
      ),
    },
  ];
}

function InsurancePanel(props: {
  readonly funds: Loaded<readonly InsuranceFund[]>;
  readonly realm: Realm;
  readonly onAsk: Ask;
}): JSX.Element {
  const columns = insuranceColumns(() => props.funds.reload(), props.onAsk);
  return (
    <Panel title="Insurance funds">
      <p class="quiet">A coin leads to what its fund received and paid, and for which users.</p>
      <LoadedTable
        label="Insurance funds"
        columns={columns}
        from={props.funds}
        isShown={({ realm }) => realm === props.realm}
        empty={<EmptyState title="This realm has no insurance fund" />}
      />
    </Panel>
  );
}

function poolColumns(onAsk: Ask): readonly Column<LendingPool>[] {
  return [
    { title: "Coin", cell: (row) => row.coin },
    { title: "Available and lent", isNumber: true, cell: (row) => short(row.funds) },
    { title: "Lost this hour", isNumber: true, cell: (row) => short(row.drawn) },
    { title: "Stops at a loss of", isNumber: true, cell: (row) => limitText(row.drawMax, "") },
    {
      title: "Lending",
      cell: (row) => (
        <span classList={{ warn: row.isPaused }}>{row.isPaused ? "stopped" : "open"}</span>
      ),
    },
    {
      title: "",
      cell: ({ coin, funds, realm }) => (
        <div class="desk-buttons">
          <ChangeButtons
            fund={{ coin, realm, fund: "lending_pool", balance: funds }}
            onAsk={onAsk}
          />
        </div>
      ),
    },
  ];
}

function PoolsPanel(props: {
  readonly pools: Loaded<readonly LendingPool[]>;
  readonly realm: Realm;
  readonly onAsk: Ask;
}): JSX.Element {
  const columns = poolColumns(props.onAsk);
  return (
    <Panel title="Lending pools">
      <LoadedTable
        label="Lending pools"
        columns={columns}
        from={props.pools}
        isShown={({ realm }) => realm === props.realm}
        empty={<EmptyState title="This realm has no lending pool" />}
      />
    </Panel>
  );
}
