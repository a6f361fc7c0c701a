import { describe, expect, it } from "vitest";
import { expectOnPage } from "../../test/faults/support/operator-messages.ts";
import { LOG_FAULTS, LogFault } from "../journal/command-log.ts";
import { RECOVERY_FAULTS, RecoveryFault } from "../journal/recovery.ts";
import { FATAL_CODES } from "../sequencer/port.ts";
import { fatalMessage, startFailure, stopFailure } from "./last-line.ts";

const DATA_DIR = "/var/lib/bourse";

function systemFault(code: string): Error {
  return Object.assign(new Error(`${code}: open '${DATA_DIR}/journal'`), { code });
}

describe("the last line", () => {
  it.each(FATAL_CODES)("names the cause when the exchange ends with %s", (code) => {
    const message = fatalMessage({ code, seq: 7, message: `${DATA_DIR}: why`, cause: undefined });
    expect(message.startsWith(`${DATA_DIR}: why`)).toBe(true);
    // The code that creates it includes the advice; the table adds none.
    if (message === `${DATA_DIR}: why`) expect(["clock_jumped", "journal_moved"]).toContain(code);
    else
      expectOnPage(
        { situation: `a fatal fault: ${code}`, exitCode: 70, event: `fatal ${code}`, message },
        DATA_DIR,
      );
  });

  it.each(RECOVERY_FAULTS)("names the journal after a failed start: %s", (code) => {
    const message = startFailure(new RecoveryFault(code, "seq 7: why"), DATA_DIR);
    expect(message).toContain(`the journal in ${DATA_DIR}: seq 7: why`);
    // Its message names the version to start.
    if (code !== "command_format_unknown") expect(message).toMatch(/; \w/);
  });

  it.each(LOG_FAULTS)("names a file once after a failed start: %s", (code) => {
    const message = startFailure(new LogFault(code, `${DATA_DIR}/journal: why`), DATA_DIR);
    expect(message.split(DATA_DIR)).toHaveLength(2);
  });

  it.each(["EACCES", "EIO", "EMFILE", "ENOSPC", "EROFS"])("gives advice at %s", (code) => {
    expect(startFailure(systemFault(code), DATA_DIR)).toMatch(/journal'; \w/);
    const step = `the snapshot, in ${DATA_DIR}`;
    const message = stopFailure(systemFault(code), step);
    expect(message).toMatch(/^the snapshot, in .*; nothing acknowledged is lost; \w/);
  });

  it("asks for a report after a stop that failed with a defect", () => {
    expect(stopFailure(new Error("why"), "the history")).toContain("report it with this line");
  });
});
