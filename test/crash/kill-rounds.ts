/** Kills a loaded exchange again and again, and checks what it had acknowledged. */
import { execFileSync, spawn } from "node:child_process";
import { join } from "node:path";
import { FileCommandLog } from "../../src/journal/file-command-log.ts";
import { recover } from "../../src/journal/recovery.ts";
import { stateHash } from "../../src/journal/snapshot-format.ts";
import { SnapshotStore } from "../../src/journal/snapshot-store.ts";
import { journaledIds } from "./support/rig.ts";
import type { Seeded } from "./support/seeded.ts";
import { ToyMachine, toyCodec } from "./support/toy-machine.ts";

const CHILD = join(import.meta.dirname, "kill-child.ts");
const ACKNOWLEDGEMENTS_MAX = 600;
const IDS_PER_LIFE = 1_000_000;

export interface Killing {
  readonly directory: string;
  readonly kills: number;
  readonly random: Seeded;
}

export interface KillResult {
  readonly kills: number;
  readonly acknowledged: number;
  /** Commands in the journal: what was on its way when the kill came may be there, or not. */
  readonly journaled: number;
}

/** Throws when an acknowledged command is missing, is there twice, or has another seq. */
export async function killAgainAndAgain({
  directory,
  kills,
  random,
}: Killing): Promise<KillResult> {
  const acknowledged = new Map<number, number>();
  let lastSeq = 0;
  // A process that is killed keeps no compiled code; this one ends and leaves it to the others.
  execFileSync(process.execPath, [CHILD, directory], { env: environment(directory) });
  for (let life = 0; life < kills; life++) {
    const lines = await liveAndDie(directory, life * IDS_PER_LIFE, random);
    for (const line of lines) {
      const [word = "", value = ""] = line.split(" ");
      if (word === "ready") {
        if (Number(value) >= lastSeq) continue;
        throw new Error(`life ${life} starts at seq ${value}, ${lastSeq} was acknowledged`);
      }
      const seq = Number(word);
      if (acknowledged.has(seq)) throw new Error(`seq ${seq} was acknowledged twice`);
      acknowledged.set(seq, Number(value));
      lastSeq = Math.max(lastSeq, seq);
    }
  }
  return check(directory, kills, acknowledged);
}

function environment(directory: string): NodeJS.ProcessEnv {
  const cache = join(directory, "compiled");
  return { ...process.env, NODE_OPTIONS: "", NODE_COMPILE_CACHE: cache };
}

/** One life, killed after a random number of acknowledgements; answers the lines it printed. */
function liveAndDie(directory: string, firstId: number, random: Seeded): Promise<string[]> {
  // One in ten dies during recovery or as soon as it is ready.
  const isEarly = random.chance(0.1);
  const linesToDeath = isEarly ? 0 : 1 + random.below(ACKNOWLEDGEMENTS_MAX);
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [CHILD, directory, String(firstId)], {
      stdio: ["ignore", "pipe", "pipe"],
      env: environment(directory),
    });
    let text = "";
    let fault = "";
    let lines = 0;
    child.stdout.setEncoding("latin1").on("data", (part: string) => {
      text += part;
      for (const character of part) if (character === "\n") lines++;
      if (lines > linesToDeath) child.kill("SIGKILL");
    });
    child.stderr.setEncoding("latin1").on("data", (part: string) => {
      fault += part;
    });
    child.on("error", reject);
    child.on("close", (code, signal) => {
      if (signal !== "SIGKILL") reject(new Error(`the exchange ended with ${code}: ${fault}`));
      // The last line may be cut: then it was not acknowledged yet.
      else resolve(text.split("\n").slice(0, -1));
    });
  });
}

async function check(
  directory: string,
  kills: number,
  acknowledged: ReadonlyMap<number, number>,
): Promise<KillResult> {
  const log = new FileCommandLog({ directory: join(directory, "journal") });
  const snapshots = new SnapshotStore({ directory: join(directory, "snapshots") });
  const extent = await log.open();
  const shared = { log, extent, codec: toyCodec, createMachine: () => new ToyMachine() };
  const whole = await recover(shared);
  const short = await recover({ ...shared, snapshots });
  if (short.snapshotSeq === 0) throw new Error("no life left an intact snapshot");
  const hashes = [whole, short].map(({ machine }) =>
    Buffer.from(stateHash(machine.encodeState())).toString("hex"),
  );
  if (hashes[0] !== hashes[1]) throw new Error("snapshot and replay differ");
  const seqs = await journaledIds(log);
  for (const [seq, id] of acknowledged) {
    if (seqs.get(id) === seq) continue;
    throw new Error(`id ${id} was acknowledged as seq ${seq}, journaled as ${seqs.get(id)}`);
  }
  await log.close();
  return { kills, acknowledged: acknowledged.size, journaled: seqs.size };
}
