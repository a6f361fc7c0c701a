import { expect, it } from "vitest";
import { EventBuffer, EventReader } from "../../core/events/event-buffer.ts";
import { atoms, lots, ticks } from "../../core/money/units.ts";
import { fieldCopier } from "./field-copier.ts";
import { RowWords, rowLayout } from "./row-words.ts";
import { table } from "./table-shape.ts";

const WORDS = table("words", ["orderId"], {
  orderId: "int",
  remaining: "lots",
  fee: "money",
  closesPosition: "flag",
  side: ["sell", "buy"],
  value: "int",
  extra: "int",
});

it("copies the fields of the same name and kind, and leaves the others", () => {
  const events = new EventBuffer();
  events.write("order_filled", {
    ...{ fillId: 1, tradeId: 2, orderId: 2 ** 52 + 1, user: 4, instrument: 5, side: "sell" },
    ...{ positionSide: "net", role: "taker", closesPosition: true, price: ticks(6) },
    ...{ size: lots(7), value: atoms(8n), fee: atoms(-1n), feeCurrency: 9 },
    ...{ realisedPnl: atoms(0n), filled: lots(10), filledNotional: atoms(11n) },
    ...{ fillPriceMin: ticks(12), fillPriceMax: ticks(13), feeTotal: atoms(14n) },
    ...{ remaining: lots(15), baseBalance: atoms(16n), quoteBalance: atoms(17n) },
    ...{ backing: "default", sizingPriceE6: 18 },
  });
  const reader = new EventReader(events.words());
  reader.next();
  const words = new RowWords(WORDS);
  const row = 3;
  words.reserve(row);
  fieldCopier("order_filled", WORDS)(reader, words, row);
  const cells = Object.values(rowLayout(WORDS)).map((column) => words.cell(row, column));
  // Another list of sides and another kind of value are not the event's.
  expect(cells).toEqual([2 ** 52 + 1, 15, -1, 1, 0, 0, 0]);
});
