import { expect, it } from "vitest";
import { ORDER_SOURCES, ORDER_TYPES, POSITION_SIDES, SIDES } from "../../core/base/vocabulary.ts";
import { orderSourceV2, POINT_SOURCES_V2, requestSideV2, tradeSideV2 } from "./order-words.ts";

it("names a client's interface or the system as the source of an order, nothing else", () => {
  const words = ORDER_SOURCES.map((source) => POINT_SOURCES_V2[source]);
  expect(new Set(words)).toEqual(new Set(["API", "WEB", "SYS"]));
  expect(POINT_SOURCES_V2.liquidation).toBe("SYS");
  expect(POINT_SOURCES_V2.normal_plan).toBe("SYS");
});

it("names the trade side of what a user closes and of what the exchange closes", () => {
  expect(tradeSideV2({ side: "sell", positionSide: "long" }, "api")).toBe("close");
  expect(tradeSideV2({ side: "buy", positionSide: "long" }, "api")).toBe("open");
  expect(tradeSideV2({ side: "buy", positionSide: "net" }, "api")).toBe("buy_single");
  expect(tradeSideV2({ side: "sell", positionSide: "long" }, "liquidation")).toBe(
    "burst_close_long",
  );
  expect(tradeSideV2({ side: "buy", positionSide: "net" }, "reduction")).toBe("reduce_buy_single");
  expect(tradeSideV2({ side: "buy", positionSide: "net" }, "deleveraging")).toBe(
    "dte_sys_adl_buy_in_single_side_mode",
  );
});

it("has a trade side and an order source for every source, side and type", () => {
  for (const source of ORDER_SOURCES) {
    for (const orderType of ORDER_TYPES) {
      expect(orderSourceV2(source, orderType)).toMatch(/^[a-z_]+$/);
    }
    for (const side of SIDES) {
      for (const positionSide of POSITION_SIDES) {
        expect(tradeSideV2({ side, positionSide }, source)).toMatch(/^[a-z_]+$/);
      }
    }
  }
});

it("tells the side of the position in hedge mode, of the order else", () => {
  expect(requestSideV2({ side: "sell", positionSide: "long" })).toBe("buy");
  expect(requestSideV2({ side: "buy", positionSide: "short" })).toBe("sell");
  expect(requestSideV2({ side: "sell", positionSide: "net" })).toBe("sell");
});
