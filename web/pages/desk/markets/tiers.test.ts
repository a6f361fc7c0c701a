import { expect, it } from "vitest";
import { readTiers, tierEffects, tiersAct, writtenTiers } from "./tiers.ts";

const LOW = { valueMax: 1000, leverageMax: 50, maintenanceRate: "0.005" };
const HIGH = { valueMax: 5000, leverageMax: 20, maintenanceRate: "0.02" };
const written = { valueMax: "1000", leverageMax: "50", maintenanceRate: ".005" };

it("reads tiers whose values rise", () => {
  const second = { valueMax: "5000", leverageMax: "20", maintenanceRate: "0.02" };
  expect(readTiers([written, second])).toEqual({ tiers: [LOW, HIGH] });
});

it.each([
  [{ ...written, valueMax: "" }, "Tier 1: the value"],
  [{ ...written, leverageMax: "1.5" }, "Tier 1: the leverage"],
  [{ ...written, maintenanceRate: "5" }, "Tier 1: the maintenance rate"],
  [{ ...written, maintenanceRate: "-0.1" }, "Tier 1: the maintenance rate"],
])("says what is wrong with %j", (tier, fault) => {
  expect(readTiers([tier])).toEqual({ fault: expect.stringContaining(fault) });
});

it("refuses a value that does not rise", () => {
  expect(readTiers([written, written])).toEqual({ fault: expect.stringContaining("Tier 2") });
});

it("names each tier that differs, added and removed ones too", () => {
  expect(tierEffects([LOW], [LOW])).toEqual([]);
  expect(tierEffects([LOW], [{ ...LOW, leverageMax: 25 }, HIGH])).toEqual([
    "Tier 1: up to 1000: 50×, maintenance 0.005 → up to 1000: 25×, maintenance 0.005",
    "Tier 2: none → up to 5000: 20×, maintenance 0.02",
  ]);
  expect(tierEffects([LOW, HIGH], [LOW])).toEqual([
    "Tier 2: up to 5000: 20×, maintenance 0.02 → none",
  ]);
});

it("begins the form with the tiers in force, and asks for those that are read from it", () => {
  const name = { symbol: "BTCUSDT", category: "usdt_futures", realm: "live" } as const;
  const contract = { ...name, tiers: [LOW, HIGH] };
  expect(readTiers(writtenTiers(contract))).toEqual({ tiers: [LOW, HIGH] });
  const act = tiersAct(contract, [LOW], () => {});
  expect(act).toMatchObject({ body: { ...name, tiers: [LOW] }, repeat: "BTCUSDT" });
  expect(act.effects[0]).toContain("Tier 2: up to 5000");
});
