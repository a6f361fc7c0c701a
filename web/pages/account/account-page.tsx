import { useNavigate, useParams } from "@solidjs/router";
import { For, type JSX, Show } from "solid-js";
import { Dynamic } from "solid-js/web";
import { Button } from "../../parts/button.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { keepFocus } from "../../parts/keep-focus.ts";
import { Select } from "../../parts/select.tsx";
import { isSessionKnown, session } from "../../state/session.ts";
import { showDialog } from "../../state/shown-dialog.ts";
import { REALM } from "../../wire/realm.ts";
import { SECTIONS } from "./sections.ts";
import "./account-page.css";

/** The account centre: one section of the signed-in account, and the way to the others. */
export function AccountPage(): JSX.Element {
  const params = useParams<{ section?: string }>();
  const navigate = useNavigate();
  const shown = () => SECTIONS.filter(({ isLiveOnly }) => !isLiveOnly || REALM === "live");
  const section = () => shown().find(({ path }) => path === (params.section ?? ""));
  let main: HTMLElement | undefined;
  keepFocus(() => main);
  return (
    <main
      ref={(element) => {
        main = element;
      }}
      class="account-page"
    >
      <Show
        when={session()}
        fallback={
          <Show when={isSessionKnown()}>
            <EmptyState isPage title="Your account is shown here once you have started">
              <p>Balances, deposits, transfers, API keys and the records of the account.</p>
              <Button look="primary" onClick={() => showDialog("account")}>
                Choose an account
              </Button>
            </EmptyState>
          </Show>
        }
      >
        <nav class="account-nav" aria-label="Account">
          <For each={shown()}>
            {({ path, title }) => (
              <a
                href={path === "" ? "/account" : `/account/${path}`}
                aria-current={section()?.path === path ? "page" : undefined}
              >
                {title}
              </a>
            )}
          </For>
        </nav>
        <div class="account-choice">
          <Select
            label="Section"
            isLabelUnseen
            options={shown().map(({ path, title }) => [path, title] as const)}
            value={section()?.path ?? ""}
            onValue={(path) => navigate(path === "" ? "/account" : `/account/${path}`)}
          />
        </div>
        <div class="account-content">
          <Show
            when={section()}
            fallback={
              <EmptyState isPage title="There is no such section">
                <a href="/account">Go to the overview</a>
              </EmptyState>
            }
          >
            {(one) => (
              <>
                <h1>{one().title}</h1>
                <Dynamic component={one().component} />
              </>
            )}
          </Show>
        </div>
      </Show>
    </main>
  );
}
