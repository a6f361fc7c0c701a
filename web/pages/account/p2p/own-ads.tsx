import { createSignal, type JSX, Show } from "solid-js";
import { moment, percent, short } from "../../../numbers/format.ts";
import { Button } from "../../../parts/button.tsx";
import type { Column } from "../../../parts/data-table.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { showFailure } from "../../../parts/toasts.tsx";
import { loaded } from "../../../state/loaded.ts";
import { PagedList } from "../paged-list.tsx";
import { WhenLoaded } from "../panel.tsx";
import { AdForm } from "./ad-form.tsx";
import {
  type AdStatus,
  type AdTerms,
  loadAdTerms,
  loadMerchant,
  loadOwnAds,
  type Merchant,
  type OwnAd,
  operateAd,
} from "./ads-wire.ts";
import type { Offered } from "./p2p-wire.ts";

type AdsProps = { readonly offered: Offered; readonly onAccounts: () => void };

/** Own ads; only merchants have some. */
export function OwnAds(props: AdsProps): JSX.Element {
  const merchant = loaded(loadMerchant);
  const known = (found: Merchant | "none"): Merchant | undefined =>
    found === "none" ? undefined : found;
  return (
    <WhenLoaded from={merchant}>
      {(found) => (
        <Show
          when={known(found())}
          fallback={
            <EmptyState title="You are not a merchant">
              Merchants publish ads that others order from. The operator of the exchange makes a
              user a merchant.
            </EmptyState>
          }
        >
          {(one) => (
            <>
              <MerchantFigures merchant={one()} />
              <AdList {...props} />
            </>
          )}
        </Show>
      )}
    </WhenLoaded>
  );
}

function MerchantFigures(props: { readonly merchant: Merchant }): JSX.Element {
  return (
    <dl class="account-figures">
      <div>
        <dt>You trade as</dt>
        <dd>
          {props.merchant.nickName} ({props.merchant.accountLevel})
        </dd>
      </div>
      <div>
        <dt>Completed orders</dt>
        <dd>{props.merchant.completedOrderNum}</dd>
      </div>
      <div>
        <dt>Completed share of 30 days</dt>
        <dd>{percent(props.merchant.completedRate30D, 0)}</dd>
      </div>
      <div>
        <dt>Ads at most</dt>
        <dd>
          {props.merchant.equityDetail.maxAdvSellNum} selling,{" "}
          {props.merchant.equityDetail.maxAdvBuyNum} buying, each worth{" "}
          {short(props.merchant.equityDetail.maxAdvSellLimit)} dollars
        </dd>
      </div>
    </dl>
  );
}

/** An ad that is changed, with its terms; undefined terms make a new ad. */
type Edited = { readonly ad: OwnAd; readonly terms: AdTerms } | "new";

function AdList(props: AdsProps): JSX.Element {
  const [edited, setEdited] = createSignal<Edited>();
  // A new value makes the list load again.
  const [version, setVersion] = createSignal(1);
  const reload = (): void => {
    setVersion((value) => value + 1);
  };
  const operate = (ad: OwnAd, operation: AdStatus): void => {
    operateAd(ad.advId, operation).then(reload, showFailure);
  };
  const edit = (ad: OwnAd): void => {
    loadAdTerms(ad.advId).then((terms) => setEdited({ ad, terms }), showFailure);
  };
  return (
    <>
      <div>
        <Button look="primary" onClick={() => setEdited("new")}>
          Publish an ad
        </Button>
      </div>
      <Show when={version()} keyed>
        {(_version) => (
          <PagedList
            label="My ads"
            columns={columnsOf(operate, edit)}
            load={loadOwnAds}
            empty="No ads yet"
            emptyText="The coins of an ad that sells wait in escrow until it is delisted."
          />
        )}
      </Show>
      <Show when={edited()} keyed>
        {(one) => (
          <Dialog
            title={one === "new" ? "Publish an ad" : "Change the ad"}
            onClose={() => setEdited()}
          >
            <AdForm
              offered={props.offered}
              edited={one === "new" ? undefined : one}
              onAccounts={props.onAccounts}
              onDone={() => {
                setEdited();
                reload();
              }}
            />
          </Dialog>
        )}
      </Show>
    </>
  );
}

const STATUS_TEXTS: Readonly<Record<AdStatus, string>> = {
  publish: "published",
  delist: "delisted",
  remove: "removed",
};

function columnsOf(
  onOperate: (ad: OwnAd, operation: AdStatus) => void,
  onEdit: (ad: OwnAd) => void,
): readonly Column<OwnAd>[] {
  return [
    { title: "Created", cell: (ad) => moment(Number(ad.createdTime)) },
    { title: "What", cell: (ad) => `${ad.side} ${ad.token} for ${ad.fiat}` },
    { title: "Price", isNumber: true, cell: (ad) => `${short(ad.price)} (${ad.priceType})` },
    { title: "Traded", isNumber: true, cell: (ad) => short(ad.soldAmount) },
    { title: "Left", isNumber: true, cell: (ad) => short(ad.lastAmount) },
    { title: "Status", cell: (ad) => STATUS_TEXTS[ad.status] },
    {
      title: "",
      cell: (ad) => (
        <Show when={ad.status !== "remove"}>
          <div class="account-row-actions">
            <Button size="small" onClick={() => onEdit(ad)}>
              Change
            </Button>
            <Button
              size="small"
              onClick={() => onOperate(ad, ad.status === "publish" ? "delist" : "publish")}
            >
              {ad.status === "publish" ? "Delist" : "Publish"}
            </Button>
            <Button size="small" look="danger" onClick={() => onOperate(ad, "remove")}>
              Remove
            </Button>
          </div>
        </Show>
      ),
    },
  ];
}
