import { describe, expect, it } from "vitest";
import { ByteWriter } from "../../src/core/base/bytes.ts";
import type { LoggedBatch } from "../../src/journal/command-log.ts";
import { GENESIS_HASH } from "../../src/journal/command-log.ts";
import { beginPayload } from "../../src/journal/state-machine.ts";
import { CORE_CODEC, CoreMachine } from "../../src/main/core-machine.ts";
import { Coverage } from "../simulation/coverage.ts";
import { playRound } from "../simulation/differential.ts";
import { PROFILES } from "../simulation/workload/profiles.ts";
import { checkSnapshotsEqualReplay } from "./snapshot-equals-replay.ts";
import { drive, startRig } from "./support/rig.ts";
import { Seeded } from "./support/seeded.ts";
import { SimulatedDisk } from "./support/simulated-disk.ts";
import { ToyMachine, toyCodec } from "./support/toy-machine.ts";

const COMMANDS = 5_000;
const EVERY = 250;
/** The journal of a million commands is that of `npm run bench -- recovery`. */
const CORE_COMMANDS = 600;
const CORE_EVERY = 20;

/** Forgets its last balance when it is loaded. */
class ForgetfulMachine extends ToyMachine {
  override encodeState(): Uint8Array {
    return super.encodeState().slice(0, -1);
  }

  override loadState(bytes: Uint8Array): void {
    super.loadState(Uint8Array.of(...bytes, 0));
  }
}

async function journal() {
  const rig = await startRig(new SimulatedDisk(1), { segmentBytes: 64 * 1024 });
  let id = 0;
  const nextId = (): number => id++;
  await drive(rig, { random: new Seeded(1), commands: COMMANDS, nextId, acknowledged: new Map() });
  return { rig, batches: await rig.log.read(1, COMMANDS) };
}

describe("a snapshot and what follows it", () => {
  it("give the state that the full replay gives, at every snapshot", async () => {
    const { batches, rig } = await journal();
    const createMachine = () => new ToyMachine();
    const shared = { batches, codec: toyCodec, everyCommands: EVERY };
    const result = await checkSnapshotsEqualReplay({ ...shared, createMachine });
    expect(result.commands).toBe(COMMANDS);
    expect(result.snapshots).toBeGreaterThanOrEqual(COMMANDS / EVERY - 1);
    await rig.sequencer.stop();
  });

  it("are told apart when a snapshot forgets something", async () => {
    const { batches, rig } = await journal();
    const createMachine = () => new ForgetfulMachine();
    const shared = { batches, codec: toyCodec, everyCommands: EVERY };
    await expect(checkSnapshotsEqualReplay({ ...shared, createMachine })).rejects.toThrow(
      /at seq \d+ the replayed state is/,
    );
    await rig.sequencer.stop();
  });
});

/** One command a batch: a snapshot may then lie after any of them. */
function batchesOf(commands: ReturnType<typeof playRound>["commands"]): LoggedBatch[] {
  const writer = new ByteWriter();
  return commands.map((command) => {
    writer.clear();
    beginPayload(CORE_CODEC, writer);
    CORE_CODEC.encode(command, writer);
    const { seq, timeMs } = command;
    const payload = writer.bytes().slice();
    const chain = { epoch: 1, hash: GENESIS_HASH, previousHash: GENESIS_HASH };
    return { ...chain, firstSeq: seq, count: 1, timeMs, payload };
  });
}

describe("a snapshot of the exchange itself and what follows it", () => {
  it.each(PROFILES)(
    "give the state of the replay, with %s commands of every kind",
    async (name) => {
      const terms = { seed: 8, commands: CORE_COMMANDS, profile: name };
      const { commands, stateHash } = playRound(terms, new Coverage());
      const result = await checkSnapshotsEqualReplay({
        batches: batchesOf(commands),
        codec: CORE_CODEC,
        createMachine: () => new CoreMachine(),
        everyCommands: CORE_EVERY,
      });
      expect(result).toEqual({
        commands: CORE_COMMANDS,
        snapshots: CORE_COMMANDS / CORE_EVERY,
        stateHash,
      });
    },
  );
});
