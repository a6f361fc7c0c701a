import { createSignal, For, type JSX, Show } from "solid-js";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Segments } from "../../parts/segments.tsx";
import { showFailure } from "../../parts/toasts.tsx";
import { continueAs, isSignUpOpen, readyUsers, session, signOut } from "../../state/session.ts";
import { SignInForm } from "./sign-in-form.tsx";
import { SignUpForm } from "./sign-up-form.tsx";
import "./sign-in.css";

/** Signs in, signs up, or says who is signed in and ends that. */
export function AccountDialog(props: { readonly onClose: () => void }): JSX.Element {
  return (
    <Dialog title={session() === undefined ? "Start trading" : "Account"} onClose={props.onClose}>
      <Show when={session()}>
        {(user) => (
          <>
            <p>
              {user().name} · {user().accountKind} account · uid {user().uid}
            </p>
            <div class="actions">
              <Button onClick={() => signOut().catch(showFailure)}>Sign out</Button>
            </div>
          </>
        )}
      </Show>
      <ReadyUsers />
      <Show when={session() === undefined}>
        <SignInOrUp />
      </Show>
    </Dialog>
  );
}

function ReadyUsers(): JSX.Element {
  return (
    <Show when={readyUsers().length > 0}>
      <h3>Continue as a ready-made user</h3>
      <div class="ready-users">
        <For each={readyUsers()}>
          {({ accountKind, name }) => (
            <Button onClick={() => continueAs(name).catch(showFailure)}>
              {name} ({accountKind} account)
            </Button>
          )}
        </For>
      </div>
    </Show>
  );
}

const WAYS = [
  ["in", "Sign in"],
  ["up", "Sign up"],
] as const;

function SignInOrUp(): JSX.Element {
  const [way, setWay] = createSignal<"in" | "up">("in");
  return (
    <Show when={isSignUpOpen()} fallback={<SignInForm />}>
      <Segments label="Sign in or sign up" options={WAYS} value={way()} onValue={setWay} />
      <Show when={way() === "up"} fallback={<SignInForm />}>
        <SignUpForm />
      </Show>
    </Show>
  );
}
