import { expect, it } from "vitest";
import { readReference, roundedJson } from "../stored-json.ts";
import { HAS_RECORDED, measureRecorded, RECORDED_FOLDER } from "./measure-recorded.ts";

it.skipIf(!HAS_RECORDED)(
  "the stored figures are those of the recordings (skipped without ../shared/data)",
  async () => {
    const measured: unknown = JSON.parse(roundedJson(await measureRecorded(RECORDED_FOLDER)));
    expect(readReference()).toEqual(measured);
  },
);
