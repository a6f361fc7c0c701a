import type { RouteSectionProps } from "@solidjs/router";
import { ErrorBoundary, type JSX, Show } from "solid-js";
import icon from "../design/icon.svg";
import { AccountDialog } from "../panels/sign-in/account-dialog.tsx";
import { StatusLine } from "../panels/status-line/status-line.tsx";
import { Button } from "../parts/button.tsx";
import { showFailure, Toasts } from "../parts/toasts.tsx";
import { otherTheme, prefer, preferences } from "../state/preferences.ts";
import {
  enterDemo,
  isKindOld,
  isSessionKnown,
  isSignedOut,
  session,
  signInAgain,
} from "../state/session.ts";
import { showDialog, shownDialog } from "../state/shown-dialog.ts";
import { REALM, switchRealm } from "../wire/realm.ts";
import { CodeDialog } from "./code-dialog.tsx";
import { isOldPage } from "./old-page.ts";
import { PageFault } from "./page-fault.tsx";
import { ShellDialogs } from "./shell-dialogs.tsx";
import { startFailure } from "./start-terminal.ts";
import "./shell.css";

/** Frame of every page: header, realm, messages and status line. */
export function Shell(props: RouteSectionProps): JSX.Element {
  const isBelow = (path: string): boolean =>
    props.location.pathname === path || props.location.pathname.startsWith(`${path}/`);
  return (
    <div class="shell" data-realm={REALM}>
      <a class="skip" href="#content">
        Skip to content
      </a>
      <header class="header">
        <a class="brand" href="/" aria-label="Bourse, trade screen">
          <img src={icon} alt="" width="20" height="20" />
          <span>Bourse</span>
        </a>
        <nav aria-label="Pages">
          <a href="/" aria-current={isBelow("/trade") || isBelow("/") ? "page" : undefined}>
            Trade
          </a>
          <a href="/account" aria-current={isBelow("/account") ? "page" : undefined}>
            Account
          </a>
          <a href="/docs" target="_blank" rel="noopener">
            API
          </a>
        </nav>
        <RealmSwitch />
        <DialogButtons />
        <ThemeButton />
        <AccountMenu />
      </header>
      <Show when={isSignedOut()}>
        <p class="fault-bar" role="alert">
          You are signed out: the session has ended, or another user has signed in here.{" "}
          <Button size="small" onClick={signInAgain}>
            Sign in again
          </Button>
        </p>
      </Show>
      <Show when={isKindOld()}>
        <p class="fault-bar" role="alert">
          This account has been switched between classic and unified.{" "}
          <Button size="small" onClick={() => location.reload()}>
            Load the page again
          </Button>
        </p>
      </Show>
      <Show when={isOldPage()}>
        <p class="fault-bar" role="alert">
          A part of this page is missing, perhaps because the exchange has been upgraded.{" "}
          <Button size="small" onClick={() => location.reload()}>
            Load the page again
          </Button>
        </p>
      </Show>
      <Show when={isOldPage() ? undefined : startFailure()}>
        {(text) => (
          <p class="fault-bar" role="alert">
            {text()}. Trying again.
          </p>
        )}
      </Show>
      <div id="content" class="content">
        <ErrorBoundary fallback={<PageFault />}>{props.children}</ErrorBoundary>
      </div>
      <StatusLine />
      <Toasts />
      <ShellDialogs />
      <CodeDialog />
    </div>
  );
}

/** Says which realm the page shows, and changes it. */
function RealmSwitch(): JSX.Element {
  const change = (): void => {
    if (REALM === "demo") switchRealm("live");
    else if (session() === undefined) switchRealm("demo");
    else enterDemo().catch(showFailure);
  };
  return (
    <div class="realm" data-realm={REALM}>
      <span class="realm-name">{REALM === "demo" ? "DEMO MONEY" : "Live"}</span>
      <Button size="small" onClick={change}>
        {REALM === "demo" ? "Leave demo" : "Demo"}
      </Button>
    </div>
  );
}

/** Opens the dialogs that keys open too. */
function DialogButtons(): JSX.Element {
  return (
    <>
      <Button
        look="plain"
        class="commands-button"
        aria-label="Commands, Ctrl+K"
        onClick={() => showDialog("commands")}
      >
        ⌕
      </Button>
      <Button look="plain" class="keys-button" aria-label="Keys" onClick={() => showDialog("keys")}>
        ?
      </Button>
      <Button look="plain" aria-label="Settings" onClick={() => showDialog("settings")}>
        ⚙
      </Button>
    </>
  );
}

function ThemeButton(): JSX.Element {
  return (
    <Button
      look="plain"
      class="theme-button"
      aria-label={`Use the ${otherTheme()} theme`}
      onClick={() => prefer({ theme: otherTheme() })}
    >
      {preferences().theme === "dark" ? "☾" : "☀"}
    </Button>
  );
}

/** Nothing until the status of the session is known: it decides which forms the dialog has. */
function AccountMenu(): JSX.Element {
  return (
    <Show when={isSessionKnown()}>
      <Button
        class="account-button"
        look={session() === undefined ? "primary" : "normal"}
        onClick={() => showDialog("account")}
      >
        {session()?.name ?? "Start"}
      </Button>
      <Show when={shownDialog() === "account"}>
        <AccountDialog onClose={() => showDialog(undefined)} />
      </Show>
    </Show>
  );
}
