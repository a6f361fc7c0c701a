/** Keeps the transactions of simulated networks in a file, one JSON line each. */
import { appendFileSync, readFileSync } from "node:fs";
import type { ChainStore, ChainTransaction } from "./simulated-chains.ts";
import { parseJsonRecord, StoredJsonDamaged, text } from "./stored-json.ts";

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

/** Store in a file. An unfinished last line, which an interrupted write leaves, is skipped. */
export function chainFile(path: string): ChainStore {
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
      appendFileSync(path, `${line}\n`, { flush: true });
    },
  };
}
