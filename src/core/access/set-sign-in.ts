/** Sets how users sign in (decision 0102). */
import type { SignIn } from "../accounts/sign-ins.ts";
import { isMainAccount, type User } from "../accounts/user.ts";
import {
  CODE_SECRET_BYTES_MAX,
  PASSWORD_HASH_LENGTH_MAX,
  SIGN_IN_NAME_LENGTH_MAX,
} from "../base/limits.ts";
import type { Rejection } from "../base/rejections.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { type Emit, ordinaryUser, type State } from "../state.ts";

type SetSignIn = DraftOf<"set_sign_in">;

/** Without spaces, and ASCII, so that no two names look alike. */
const PRINTABLE = /^[\x21-\x7e]*$/;
const NO_BYTES = new Uint8Array(0);

function isWithinBounds({ name, passwordHash, sealedCodeSecret }: SetSignIn): boolean {
  return (
    PRINTABLE.test(name) &&
    name.length <= SIGN_IN_NAME_LENGTH_MAX &&
    passwordHash.length <= PASSWORD_HASH_LENGTH_MAX &&
    sealedCodeSecret.length <= CODE_SECRET_BYTES_MAX
  );
}

/** Returns the sign-in after the command; the fields that it leaves out stay. */
function signInAfter(command: SetSignIn, known: SignIn | undefined): SignIn {
  const { changesCodes, sealedCodeSecret, user } = command;
  return {
    user,
    name: command.name || (known?.name ?? ""),
    passwordHash: command.passwordHash || (known?.passwordHash ?? ""),
    sealedCodeSecret: changesCodes ? sealedCodeSecret : (known?.sealedCodeSecret ?? NO_BYTES),
    demoUser: command.demoUser || (known?.demoUser ?? 0),
  };
}

/** Whether the account is a main account of the demo realm that belongs to this user or to none. */
function isLinkable(state: State, user: User, demoUser: number): boolean {
  const demo = ordinaryUser(state, demoUser);
  if (demo === undefined || demo.realm !== "demo" || !isMainAccount(demo)) return false;
  const owner = state.signIns.liveUserOf(demoUser);
  const known = state.signIns.of(user.index)?.demoUser ?? 0;
  return (owner ?? user.index) === user.index && (known === 0 || known === demoUser + 1);
}

function refusalOf(state: State, user: User, command: SetSignIn): Rejection | undefined {
  if (user.realm !== "live" || !isMainAccount(user)) return "sign_in_not_allowed";
  const { name, passwordHash } = signInAfter(command, state.signIns.of(user.index));
  if (!isWithinBounds(command) || name === "" || passwordHash === "") {
    return "sign_in_out_of_bounds";
  }
  const named = state.signIns.named(name);
  if (named !== undefined && named.user !== user.index) return "sign_in_name_taken";
  const { demoUser } = command;
  if (demoUser !== 0 && !isLinkable(state, user, demoUser - 1)) return "demo_user_not_linkable";
  return undefined;
}

/** Emits `sign_in_changed`, or `command_rejected`. */
export function setSignIn(state: State, command: SetSignIn, emit: Emit): void {
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return rejectCommand(state, command.user, "user_not_found", emit);
  const refusal = refusalOf(state, user, command);
  if (refusal !== undefined) return rejectCommand(state, user.index, refusal, emit);
  const signIn = signInAfter(command, state.signIns.of(user.index));
  state.signIns.set(signIn);
  emit.write("sign_in_changed", {
    user: user.index,
    name: signIn.name,
    isPasswordNew: command.passwordHash !== "",
    hasCodes: signIn.sealedCodeSecret.length > 0,
    demoUser: signIn.demoUser,
  });
}

/** Checks that names and demo accounts belong to one live main account each. */
export function checkSignIns(state: State, report: (finding: string) => void): void {
  const { signIns, users } = state;
  for (const signIn of signIns.all()) {
    const { demoUser, name, user: index } = signIn;
    const user = users[index];
    if (user?.realm !== "live" || !isMainAccount(user)) report(`user ${index} may not sign in`);
    if (signIns.named(name) !== signIn) report(`the name of user ${index} finds another`);
    if (demoUser === 0) continue;
    if (signIns.liveUserOf(demoUser - 1) !== index || users[demoUser - 1]?.realm !== "demo") {
      report(`user ${index} has the demo account ${demoUser - 1}`);
    }
  }
}
