/** Writes rows of peer-to-peer ads and orders: changed by later events. */
import type { EventOf } from "../../core/events/events.ts";
import type { EventHandlers } from "../live/event-consumers.ts";
import type { SqlStore } from "../store/sql-store.ts";
import { decoded } from "./decoded-event.ts";
import { P2P_ADS, P2P_ORDERS } from "./p2p-tables.ts";
import { type RowWriter, rowInserter } from "./table-sql.ts";

export class P2pWriter {
  readonly #putAd: RowWriter<typeof P2P_ADS.fields>;
  readonly #putOrder: RowWriter<typeof P2P_ORDERS.fields>;

  constructor(store: SqlStore) {
    this.#putAd = rowInserter(store, P2P_ADS, true);
    this.#putOrder = rowInserter(store, P2P_ORDERS, true);
  }

  /** Handlers of both events; `sawId` is called with their ids. */
  handlers(sawId: (id: number) => void) {
    return {
      p2p_ad_changed: (reader) => {
        const event = decoded(reader, "p2p_ad_changed");
        sawId(event.adId);
        this.#adChanged(event);
      },
      p2p_order_changed: (reader) => {
        const event = decoded(reader, "p2p_order_changed");
        sawId(event.orderId);
        this.#orderChanged(event);
      },
    } satisfies Partial<EventHandlers<"history">>;
  }

  #adChanged(event: EventOf<"p2p_ad_changed">): void {
    const { adId: id, kind: _kind, seq: _seq, timeMs: updatedAtMs, ...fields } = event;
    this.#putAd({ ...fields, id, updatedAtMs });
  }

  #orderChanged(event: EventOf<"p2p_order_changed">): void {
    const { adId: ad, buyer, kind: _kind, orderId: id, seller, seq: _seq, ...fields } = event;
    const { timeMs: updatedAtMs, ...terms } = fields;
    const row = { ...terms, id, ad, updatedAtMs };
    this.#putOrder({ ...row, user: buyer, isBuyer: true, counterparty: seller });
    this.#putOrder({ ...row, user: seller, isBuyer: false, counterparty: buyer });
  }
}
