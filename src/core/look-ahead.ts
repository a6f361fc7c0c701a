/**
 * Reads the memory that the next commands of a batch will read, before the first of them is
 * applied (decision 0115). A command follows a chain from the id of its order to the record, its
 * neighbours and its level; in a large exchange each step waits for main memory. Step by step for
 * several commands, the processor waits for all of them together. Reads alone: what was read ahead
 * in vain, or has changed when its command is applied, makes no difference.
 */
import { IDS_PER_SEQ } from "./base/limits.ts";
import type { PositionRow } from "./base/position-handle.ts";
import type { Command } from "./commands/commands.ts";
import { NO_PRICE, type Ticks } from "./money/units.ts";
import type { State } from "./state.ts";

/** Commands that are read ahead for together. */
const GROUP = 16;
/** Orders from which on their tables exceed the processor's own caches. */
const ORDERS_MIN = 32_768;

export class LookAhead {
  /** By command of the group: id of its order, then its slot, new price, and the order behind. */
  readonly #ids = new Float64Array(GROUP);
  readonly #slots = new Int32Array(GROUP);
  readonly #prices = new Int32Array(GROUP);
  readonly #tails = new Int32Array(GROUP);
  /** Sum of what was read. Its only use is that the compiler keeps the reads. */
  #sum = 0;

  /** Whether the state is so large that its tables are not in the processor's caches. */
  isWorthwhile({ orders }: State): boolean {
    return orders.end >= ORDERS_MIN;
  }

  /** Called with each command before it is applied: reads ahead at the first of every group. */
  before(state: State, commands: readonly Command[], at: number): void {
    if (at % GROUP !== 0 || !this.isWorthwhile(state)) return;
    const count = Math.min(GROUP, commands.length - at);
    this.#sum += this.#readIds(state, commands, at, count);
    this.#sum += this.#readOrders(state, count);
    this.#sum += this.#readNeighbours(state, count);
    this.#sum += this.#readTails(state, count);
  }

  #readIds(
    { orders, users }: State,
    commands: readonly Command[],
    from: number,
    count: number,
  ): number {
    let sum = 0;
    for (let index = 0; index < count; index++) {
      const command = commands[from + index] as Command;
      let id = 0;
      let price = NO_PRICE;
      let user = 0;
      switch (command.kind) {
        case "amend_order":
          id = command.orderId;
          price = command.price;
          user = command.user;
          break;
        case "cancel_order":
          id = command.orderId;
          user = command.user;
          break;
        case "place_order":
          id = command.seq * IDS_PER_SEQ;
          user = command.user;
      }
      this.#ids[index] = id;
      this.#prices[index] = price;
      sum += orders.readAheadId(id) + (users[user]?.ordersFirst ?? 0);
    }
    return sum;
  }

  #readOrders({ orders }: State, count: number): number {
    let sum = 0;
    for (let index = 0; index < count; index++) {
      const slot = orders.find(this.#ids[index] as number);
      this.#slots[index] = slot;
      sum += orders.readAhead(slot);
    }
    return sum;
  }

  #readNeighbours({ books, instruments, ledger, orders, positions }: State, count: number): number {
    let sum = 0;
    for (let index = 0; index < count; index++) {
      const slot = this.#slots[index] as number;
      this.#tails[index] = 0;
      if (slot === 0) continue;
      sum += orders.readAhead(orders.next(slot)) + orders.readAhead(orders.previous(slot));
      const instrument = orders.instrument(slot);
      const payer = orders.payAccount(slot);
      const isFutures = instruments[instrument]?.isFutures === true;
      sum += isFutures ? positions.readAhead(payer as PositionRow) : ledger.nearBalance(payer);
      const price = this.#prices[index] as Ticks;
      if (price === NO_PRICE) {
        sum +=
          orders.readAhead(orders.userNext(slot)) + orders.readAhead(orders.userPrevious(slot));
      }
      const book = books[instrument];
      if (book === undefined) continue;
      sum += book.readAhead(slot);
      if (price !== NO_PRICE) this.#tails[index] = book.youngestAt(orders.isBuy(slot), price);
    }
    return sum;
  }

  #readTails({ orders }: State, count: number): number {
    let sum = 0;
    for (let index = 0; index < count; index++) sum += orders.next(this.#tails[index] as number);
    return sum;
  }
}
