import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { nodeFileLayer } from "./node-file-layer.ts";

const directory = mkdtempSync(join(tmpdir(), "bourse-"));
afterAll(() => rmSync(directory, { recursive: true }));

it("a failed operation of an open file names the file, which the system does not", async () => {
  // A directory opens for reading; reading it fails.
  const unreadable = await nodeFileLayer.open(directory, "read");
  const refused = { code: "EISDIR", message: expect.stringContaining(`'${directory}'`) };
  await expect(unreadable.read(new Uint8Array(8), 0)).rejects.toMatchObject(refused);
  await unreadable.close();
  await expect(unreadable.sizeBytes()).rejects.toMatchObject({ code: "EBADF", path: directory });
});

it("a file that was renamed while open is named by its new name", async () => {
  const [before, after] = [join(directory, "before"), join(directory, "after")];
  const file = await nodeFileLayer.open(before, "write");
  await nodeFileLayer.rename(before, after);
  await file.close();
  await expect(file.flush()).rejects.toMatchObject({ path: after });
});
