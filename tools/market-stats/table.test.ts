import { describe, expect, it } from "vitest";
import { figureRows, markdownTable, textTable } from "./table.ts";

const REAL = { "btc_spot.spread": 1, "btc_spot.depth10": 2_824_000 };
const GENERATED = { "btc_spot.spread": 3.5, "pair_btc.correlation": 0.876 };

describe("the table of figures", () => {
  it("judges generated figures by their bands, and shows what was measured of either market", () => {
    expect(figureRows(REAL, GENERATED)).toMatchObject([
      { label: "spread, ticks", real: "1", generated: "3.5", band: "≤ 2", isOk: false },
      { label: "depth within 10 bp", real: "$2.82 M", generated: "–", isOk: undefined },
      { label: "correlation of 1 s returns", real: "–", generated: "0.88", isOk: true },
    ]);
  });

  it("is aligned as text, under the subject of the figures", () => {
    expect(textTable(figureRows(REAL, GENERATED)).split("\n")).toEqual([
      "statistic                        real  generated    band  ok",
      "BTC spot",
      "  spread, ticks                     1        3.5     ≤ 2  NO",
      "  depth within 10 bp          $2.82 M          –  ≥ $1 M",
      "BTC spot and perpetual",
      "  correlation of 1 s returns        –       0.88  ≥ 0.80  yes",
      "",
    ]);
  });

  it("is Markdown for the page", () => {
    expect(markdownTable(figureRows(REAL, {})).split("\n")).toEqual([
      "| statistic | real | generated | band |",
      "|---|--:|--:|--:|",
      "| **BTC spot** | | | |",
      "| spread, ticks | 1 | – | ≤ 2 |",
      "| depth within 10 bp | $2.82 M | – | ≥ $1 M |",
    ]);
  });
});
