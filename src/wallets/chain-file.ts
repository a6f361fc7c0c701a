/** Keeps the transactions of simulated networks in a file, one JSON line each. */
import { appendFileSync, readFileSync } from "node:fs";
import type { ChainStore, ChainTransaction } from "./simulated-chains.ts";
import { parseJsonRecord, StoredJsonDamaged, text } from "./stored-json.ts";

/** Name of the file in a data directory. */
export const CHAIN_FILE = "chains.jsonl";
const FILE_MODE = 0o600;

function transactionOf(line: string): ChainTransaction {
  const record = parseJsonRecord(line);
  const height = Number(text(record, "height"));
  if (!Number.isSafeInteger(height)) throw new StoredJsonDamaged("height is a whole number");
  const of = (name: string): string => text(record, name);
  return {
    ...{ network: of("network"), id: of("id"), nonce: of("nonce"), coin: of("coin") },
    ...{ address: of("address"), tag: of("tag"), amount: of("amount"), source: of("source") },
    height,
  };
}

/** Returns the lines of a file, none when it does not exist. */
function linesOf(path: string): string[] {
  try {
    return readFileSync(path, "utf8").split("\n");
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw thrown;
  }
}

/**
 * Store in a file that only its owner can read. An unfinished line, which an interrupted write
 * leaves, is skipped; the next transaction begins a line of its own.
 */
export function chainFile(path: string): ChainStore {
  /** Whether the last write failed, such as on a full disk, and may have left a part of a line. */
  let isTorn = false;
  return {
    load() {
      const lines = linesOf(path);
      const last = lines.pop() ?? "";
      if (last !== "") appendFileSync(path, "\n");
      return lines.flatMap((line) => {
        try {
          return line === "" ? [] : [transactionOf(line)];
        } catch (thrown) {
          if (thrown instanceof StoredJsonDamaged) return [];
          throw thrown;
        }
      });
    },
    keep(transaction) {
      const line = JSON.stringify({ ...transaction, height: String(transaction.height) });
      const start = isTorn ? "\n" : "";
      isTorn = true;
      appendFileSync(path, `${start}${line}\n`, { flush: true, mode: FILE_MODE });
      isTorn = false;
    },
  };
}
