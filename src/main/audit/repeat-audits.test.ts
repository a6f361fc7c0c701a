/** Audits of a running engine on disk: of the state, and of snapshots on a thread of their own. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Registry } from "prom-client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { expectOnPage } from "../../../test/faults/support/operator-messages.ts";
import { engineOnDisk, foundedEngine } from "../../../test/support/engine-on-disk.ts";
import { eventually } from "../../../test/support/eventually.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { WALLET_INDEX } from "../../core/ledger/ledger.ts";
import { type Atoms, atoms } from "../../core/money/units.ts";
import { Conditions } from "../../ops/conditions.ts";
import type { Engine } from "../engine.ts";
import type { Log } from "../log.ts";
import { Audits } from "./audits.ts";
import { repeatAudits } from "./repeat-audits.ts";

type Line = { readonly event: string } & Readonly<Record<string, unknown>>;

const CONSERVATION = { invariant: 1, rule: "per currency all accounts sum to zero" };

let dataDir = "";
let engine: Engine;
let stop: () => Promise<void> = async () => undefined;

beforeEach(async () => {
  dataDir = temporaryDirectory("audits");
  engine = await foundedEngine(dataDir);
});
afterEach(async () => {
  await stop();
  await engine.stop();
  rmSync(dataDir, { recursive: true });
});

/** Gives an account of the exchange that is not in use a balance that no account lacks. */
function breakConservation(wallet: "fees" | "rounding", balance: Atoms): void {
  const { ledger } = engine.state;
  ledger.restore(ledger.account(0, WALLET_INDEX[wallet], 0), balance, atoms(0n));
}

/** Stops the engine, which writes a snapshot, and starts it from this snapshot. */
async function restart(): Promise<void> {
  await engine.stop();
  engine = await engineOnDisk(dataDir);
}

function startAudits(options: {
  readonly everyMs: number;
  readonly entriesAtOnceMax?: number;
  readonly dataDir?: string;
}) {
  const lines: Line[] = [];
  const faults: unknown[] = [];
  const write = (line: Line) => void lines.push(line);
  const log = { info: write, warn: write, error: write };
  const conditions = new Conditions({ log, nowMs: () => performance.now() });
  const registry = new Registry();
  const { state } = engine;
  const audits = new Audits({
    ...{ state, dataDir, conditions, registry },
    log: log as unknown as Pick<Log, "info" | "error">,
  });
  const onFault = (fault: unknown) => void faults.push(fault);
  stop = repeatAudits({ audits, state, dataDir, onFault, ...options });
  const linesOf = (event: string): Line[] => lines.filter((line) => line.event === event);
  return { audits, conditions, faults, lines, linesOf, registry };
}

const metric = async (page: Registry, name: string): Promise<string | undefined> =>
  (await page.metrics()).split("\n").find((line) => line.startsWith(`${name} `));

describe("audits of a small state", () => {
  it("run after the start and again, and set verdict and age", async () => {
    const { audits, faults, linesOf, registry } = startAudits({ everyMs: 20 });
    expect(await metric(registry, "bourse_audit_holds")).toBeUndefined();
    await eventually("a second audit", () => linesOf("audit_passed").length > 1);
    await stop();
    const last = linesOf("audit_passed").at(-1);
    expect(last).toMatchObject({ audited: "state", seq: audits.seq });
    expect(await metric(registry, "bourse_audit_holds")).toBe("bourse_audit_holds 1");
    const age = await metric(registry, "bourse_audit_age_seconds");
    expect(Number(age?.split(" ")[1])).toBeLessThan(60);
    expect(audits.seq).toBeGreaterThan(0);
    expect(faults).toEqual([]);
  });

  it("report a broken invariant until it holds again", async () => {
    breakConservation("fees", atoms(7n));
    const { conditions, lines, linesOf, registry } = startAudits({ everyMs: 20 });
    await eventually("a second audit", () => linesOf("audit_failed").length > 1);
    const broken = [{ ...CONSERVATION, findings: ["USDT: the sum is 7"] }];
    const failed = linesOf("audit_failed")[0];
    expect(failed).toMatchObject({ audited: "state", broken });
    expect(await metric(registry, "bourse_audit_holds")).toBe("bourse_audit_holds 0");
    expect(conditions.reasonsAgainstReady()).toEqual([]);
    expect(conditions.warnings()).toEqual([
      `invariant_broken: ${dataDir}: broken at seq ${failed?.["seq"]}: invariant 1 (${CONSERVATION.rule})`,
    ]);
    const [begin, ...more] = linesOf("invariant_broken");
    expect(more).toEqual([]);
    const row = { event: "invariant_broken", message: String(begin?.["message"]) };
    expectOnPage({ situation: "an audit fails", exitCode: undefined, ...row }, dataDir);

    breakConservation("rounding", atoms(-7n));
    await eventually("it holds", () => linesOf("audit_passed").length > 0);
    expect(conditions.active).toEqual([]);
    expect(lines.filter(({ phase }) => phase === "end")).toHaveLength(1);
    expect(await metric(registry, "bourse_audit_holds")).toBe("bourse_audit_holds 1");
  });

  it("wait for their interval until they are stopped, and for none at 0", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    startAudits({ everyMs: 60_000 });
    expect(vi.getTimerCount()).toBe(1);
    await stop();
    expect(vi.getTimerCount()).toBe(0);
    const { lines } = startAudits({ everyMs: 0 });
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
    expect(lines).toEqual([]);
  });
});

describe("audits of a large state", () => {
  const LARGE = { everyMs: 20, entriesAtOnceMax: 10 };

  it("take each snapshot once, on a thread, and then the state", async () => {
    await restart();
    const { snapshotSeq } = engine.recovered;
    await engine.sequencer.submitAndWait({ kind: "tick" });
    const { faults, linesOf } = startAudits(LARGE);
    await eventually("three audits", () => linesOf("audit_passed").length > 2);
    const [first, second, third] = linesOf("audit_passed");
    expect(first).toMatchObject({ audited: "snapshot", seq: snapshotSeq });
    expect(second).toMatchObject({ audited: "state" });
    expect(second?.["seq"]).toBeGreaterThan(snapshotSeq);
    expect(third).toMatchObject({ audited: "state" });
    expect(faults).toEqual([]);
  });

  it("find a broken invariant in the snapshot, and keep no thread at the stop", async () => {
    breakConservation("fees", atoms(7n));
    await restart();
    const { linesOf } = startAudits({ ...LARGE, everyMs: 60_000 });
    await stop();
    expect(linesOf("audit_failed")).toEqual([]);
    const again = startAudits(LARGE);
    const failed = await eventually("a failed audit", () => again.linesOf("audit_failed")[0]);
    const broken = [{ ...CONSERVATION, findings: ["USDT: the sum is 7"] }];
    const { snapshotSeq: seq } = engine.recovered;
    expect(failed).toMatchObject({ audited: "snapshot", seq, broken });
    expect(await metric(again.registry, "bourse_audit_holds")).toBe("bourse_audit_holds 0");
  });

  it("report a snapshot that cannot be read, and try again", async () => {
    const name = "0000000000000100.snap";
    const elsewhere = join(dataDir, "elsewhere");
    mkdirSync(join(elsewhere, "snapshots"), { recursive: true });
    writeFileSync(join(elsewhere, "snapshots", name), "damaged");
    const { faults, linesOf } = startAudits({ ...LARGE, dataDir: elsewhere });
    await eventually("two attempts", () => faults.length > 1);
    await stop();
    expect(String(faults[0])).toContain(name);
    expect(linesOf("audit_passed")).toEqual([]);
  });
});
