import type { AmendOrder } from "../../core/commands/commands.ts";
import { wireError } from "../http/wire-error.ts";

/**
 * Refuses an item that names the same order in the same way as an earlier item of the batch: a
 * batch changes each order once (rest-v3.md, batch-modify-order).
 */
export class OncePerBatch {
  readonly #named = new Set<string>();

  /** Throws 01003. */
  take({ orderId, clientOrderId }: Pick<AmendOrder, "orderId" | "clientOrderId">): void {
    const isById = orderId !== 0;
    const name = isById ? `id ${orderId}` : `client ${clientOrderId}`;
    if (this.#named.has(name)) throw wireError("01003", isById ? "orderId" : "clientOid");
    this.#named.add(name);
  }
}
