import { expect, it } from "vitest";
import { createKeyAct, createUserAct, freezesAct } from "./user-acts.ts";
import { stopsText } from "./user-rows.ts";

const nothing = (): void => {};
const USER = {
  ...{ uid: "1000000042", name: "desk", openOrders: 2 },
  freezes: ["withdrawals"],
} as const;

it("sets all four freezes, and names those that change", () => {
  const act = freezesAct(USER, ["trading"], false, nothing);
  expect(act?.body).toEqual({
    ...{ trading: true, transfersOut: false, withdrawals: false, login: false },
    includesSubAccounts: false,
  });
  expect(act?.effects).toEqual([
    expect.stringContaining("Trading: frozen"),
    "The freeze of withdrawals ends.",
    "Its sub-accounts stay as they are.",
  ]);
});

it("asks for no freezes that are in force, but for those of the sub-accounts", () => {
  expect(freezesAct(USER, ["withdrawals"], false, nothing)).toBeUndefined();
  expect(freezesAct(USER, ["withdrawals"], true, nothing)?.effects).toEqual([
    "All its sub-accounts get the same freezes.",
  ]);
});

it("repeats the uid for a key that works from every address", () => {
  expect(createKeyAct("1000000042", [], nothing).repeat).toBe("1000000042");
  const limited = createKeyAct("1000000042", ["203.0.113.7"], nothing);
  expect(limited).toMatchObject({ repeat: undefined, body: { ipList: ["203.0.113.7"] } });
});

it("leaves out of a new user what was not written", () => {
  const user = { kind: "classic", realm: "live", name: "", parentUid: "" } as const;
  const main = createUserAct(user, nothing);
  expect(main.body).toEqual({ kind: "classic", realm: "live" });
  expect(main.effects).toContain("It receives practice coins.");
  const sub = createUserAct({ ...user, name: "second", parentUid: "1000000042" }, nothing);
  expect(sub.body).toMatchObject({ name: "second", parentUid: "1000000042" });
  expect(sub.effects).not.toContain("It receives practice coins.");
});

it("says in words what stops a user", () => {
  const free = { freezes: [], isFrozenByMainAccount: false, isUnderReview: false };
  expect(stopsText(free)).toBe("");
  const stopped = { isFrozenByMainAccount: true, isUnderReview: true } as const;
  expect(stopsText({ ...stopped, freezes: ["login", "transfersOut"] })).toBe(
    "frozen: transfers out, login; frozen by its main account; under review",
  );
});
