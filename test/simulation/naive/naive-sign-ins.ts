/** How users sign in, by the rules of decision 0102. */
import {
  CODE_SECRET_BYTES_MAX,
  PASSWORD_HASH_LENGTH_MAX,
  SIGN_IN_NAME_LENGTH_MAX,
} from "../../../src/core/base/limits.ts";
import type { Rejection } from "../../../src/core/base/rejections.ts";
import type { CommandOf } from "../../../src/core/commands/commands.ts";
import type { NaiveState } from "./naive-state.ts";

export type NaiveSignIn = {
  readonly user: number;
  readonly name: string;
  readonly hasCodes: boolean;
  /** The demo account + 1, or 0. */
  readonly demoUser: number;
};

function isPlain(name: string): boolean {
  return [...name].every((letter) => letter > " " && letter < "\u007f");
}

function isTooLong({ name, passwordHash, sealedCodeSecret }: CommandOf<"set_sign_in">): boolean {
  if (name.length > SIGN_IN_NAME_LENGTH_MAX) return true;
  if (passwordHash.length > PASSWORD_HASH_LENGTH_MAX) return true;
  return sealedCodeSecret.length > CODE_SECRET_BYTES_MAX;
}

function demoRefusal(state: NaiveState, user: number, demoUser: number): Rejection | undefined {
  if (demoUser === 0) return undefined;
  const account = state.ordinary(demoUser - 1);
  const isDemo = account?.realm === "demo" && account.parent === account.index;
  const isOfAnother = state.signIns.some((one) => one.demoUser === demoUser && one.user !== user);
  const own = state.signIns.find((one) => one.user === user)?.demoUser ?? 0;
  const hasAnother = own !== 0 && own !== demoUser;
  return !isDemo || isOfAnother || hasAnother ? "demo_user_not_linkable" : undefined;
}

export function setSignIn(state: NaiveState, command: CommandOf<"set_sign_in">): void {
  const { changesCodes, demoUser, passwordHash, sealedCodeSecret, user } = command;
  const account = state.ordinary(user);
  if (account === undefined) return state.rejectCommand(user, "user_not_found");
  if (account.realm !== "live" || account.parent !== user) {
    return state.rejectCommand(user, "sign_in_not_allowed");
  }
  const before = state.signIns.find((one) => one.user === user);
  const name = command.name === "" ? (before?.name ?? "") : command.name;
  const lacksPassword = before === undefined && passwordHash === "";
  if (name === "" || lacksPassword || !isPlain(name) || isTooLong(command)) {
    return state.rejectCommand(user, "sign_in_out_of_bounds");
  }
  const isTaken = state.signIns.some(
    (one) => one.user !== user && one.name.toUpperCase() === name.toUpperCase(),
  );
  if (isTaken) return state.rejectCommand(user, "sign_in_name_taken");
  const refusal = demoRefusal(state, user, demoUser);
  if (refusal !== undefined) return state.rejectCommand(user, refusal);
  const hasCodes = changesCodes ? sealedCodeSecret.length > 0 : (before?.hasCodes ?? false);
  const after = { user, name, hasCodes, demoUser: demoUser || (before?.demoUser ?? 0) };
  state.signIns = [...state.signIns.filter((one) => one.user !== user), after];
  state.emit("sign_in_changed", { ...after, isPasswordNew: passwordHash !== "" });
}
