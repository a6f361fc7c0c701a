/** The file `master.key`: the key that seals the secrets of API keys. */
import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import { isSession } from "../core/base/word-traits.ts";
import type { State } from "../core/state.ts";
import { MASTER_KEY_BYTES, SealError, type SecretSeal } from "../gateway/auth/sealed-secret.ts";
import type { FileLayer } from "../journal/file-layer.ts";
import { OperatingFault } from "../journal/operating-fault.ts";
import { readSmallFile, writeSmallFile } from "../journal/write-small-file.ts";

export const MASTER_KEY_FILE = "master.key";

/** The master key is absent, damaged, of another exchange, or readable by others. */
export class MasterKeyFault extends OperatingFault {
  readonly code = "master_key";
}

export function masterKeyPath(dataDir: string): string {
  return join(dataDir, MASTER_KEY_FILE);
}

/**
 * Reads the master key, or creates it while the journal is empty and no secret is sealed. The key
 * is on stable storage when this resolves. Fails with `MasterKeyFault` or the system's error.
 */
export async function openMasterKey(
  files: FileLayer,
  path: string,
  isJournalEmpty: boolean,
): Promise<Buffer> {
  const present = await readSmallFile(files, path);
  if (present !== undefined && present.length === MASTER_KEY_BYTES) return Buffer.from(present);
  if (isJournalEmpty && (present === undefined || present.length === 0)) {
    const key = randomBytes(MASTER_KEY_BYTES);
    await writeSmallFile(files, path, key);
    return key;
  }
  const found = present === undefined ? "it is absent" : `it has ${present.length} bytes`;
  throw new MasterKeyFault(
    `${path} must hold the ${MASTER_KEY_BYTES} bytes under which the secrets of API keys in the ` +
      `journal are sealed, yet ${found}; restore it from a copy`,
  );
}

/** Throws `MasterKeyFault` if other users of the machine may read the key. */
export function refuseSharedMasterKey(path: string): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & 0o077) === 0) return;
  throw new MasterKeyFault(`${path} must be readable by its owner alone: chmod 600`);
}

/**
 * Throws `MasterKeyFault` when there are sealed secrets and the key opens none of them: it belongs
 * to another exchange.
 */
export function tryMasterKey(seal: SecretSeal, state: State, path: string): void {
  const sealed = [...state.keys.values()].filter(({ keyKind }) => !isSession(keyKind));
  if (sealed.length === 0) return;
  for (const { apiKey, sealedSecret } of sealed) {
    if (opens(seal, sealedSecret, apiKey)) return;
  }
  throw new MasterKeyFault(
    `${path} is not the key of this journal: none of ${sealed.length} sealed secrets opens ` +
      "under it; restore the right one from a copy",
  );
}

function opens(seal: SecretSeal, sealed: Uint8Array, name: string): boolean {
  try {
    seal.unseal(sealed, name);
    return true;
  } catch (thrown) {
    if (thrown instanceof SealError) return false;
    throw thrown;
  }
}
