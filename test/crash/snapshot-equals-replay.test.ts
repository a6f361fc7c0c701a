import { describe, expect, it } from "vitest";
import { checkSnapshotsEqualReplay } from "./snapshot-equals-replay.ts";
import { drive, startRig } from "./support/rig.ts";
import { Seeded } from "./support/seeded.ts";
import { SimulatedDisk } from "./support/simulated-disk.ts";
import { ToyMachine, toyCodec } from "./support/toy-machine.ts";

const COMMANDS = 5_000;
const EVERY = 250;

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
