import { expect, it } from "vitest";
import { wireError } from "../http/wire-error.ts";
import { REPORT_INTERVAL_MS, type RefusalReport, RefusedSignatures } from "./refused-signatures.ts";

const KEY = `bg_${"0123456789abcdef".repeat(2)}`;

function refusedAt() {
  const clock = { nowMs: 1_000 };
  const reports: RefusalReport[] = [];
  const onReport = (report: RefusalReport): number => reports.push(report);
  const refused = new RefusedSignatures({ nowMs: () => clock.nowMs, onReport });
  return { clock, refused, reports };
}

it("counts refusals by reason and reports one of each reason a minute", () => {
  const { clock, refused, reports } = refusedAt();
  const sender = { apiKey: KEY, clientIp: "192.0.2.1" };
  for (let attempt = 0; attempt < 200; attempt += 1) refused.add(wireError("40009"), sender);
  refused.add(wireError("40012"), { ...sender, clientIp: "192.0.2.2" });
  clock.nowMs += REPORT_INTERVAL_MS;
  refused.add(wireError("40009"), sender);
  const key = "bg_01234567…";
  expect(reports).toEqual([
    { reason: "signature", address: "192.0.2.1", key, count: 1 },
    { reason: "passphrase", address: "192.0.2.2", key, count: 1 },
    { reason: "signature", address: "192.0.2.1", key, count: 200 },
  ]);
  expect([refused.count("signature"), refused.count("passphrase")]).toEqual([201, 1]);
  expect(refused.count("timestamp")).toBe(0);
});

it("shows no text that is not a key, which may be a misplaced secret", () => {
  const { refused, reports } = refusedAt();
  refused.add(wireError("40006"), { apiKey: "f".repeat(64), clientIp: "192.0.2.1" });
  expect(reports).toEqual([{ reason: "unknown_key", address: "192.0.2.1", count: 1 }]);
});

it("counts no refusals of other kinds", () => {
  const { refused, reports } = refusedAt();
  const sender = { apiKey: KEY, clientIp: "192.0.2.1" };
  for (const error of [wireError("40014", "spot_trade"), wireError("429"), new Error("defect")]) {
    refused.add(error, sender);
  }
  expect(reports).toEqual([]);
});
