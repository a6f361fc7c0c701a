import { useNavigate, useParams } from "@solidjs/router";
import { createEffect, ErrorBoundary, For, type JSX, onMount, Show } from "solid-js";
import { Dynamic } from "solid-js/web";
import { clock } from "../../numbers/format.ts";
import { Button } from "../../parts/button.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { Select } from "../../parts/select.tsx";
import { showFailure, Toasts } from "../../parts/toasts.tsx";
import { otherTheme, prefer, preferences } from "../../state/preferences.ts";
import { ActDialog } from "./acts/act-dialog.tsx";
import { EditDialog } from "./acts/edit-dialog.tsx";
import { DESK_SECTIONS, type DeskSection } from "./desk-sections.ts";
import { SignInPanel } from "./sign-in-panel.tsx";
import {
  type DeskSession,
  deskSession,
  isDeskSessionKnown,
  loadDeskSession,
  signOutOfDesk,
} from "./wire/desk-session.ts";
import "../account/account-page.css";
import "./desk.css";

/** Address of the section with the path. */
function addressOf(path: string): string {
  return `/desk/${path}`;
}

/** Returns the section with the path; the first one where the address names none. */
function sectionOf(path: string | undefined): DeskSection | undefined {
  if (path === undefined) return DESK_SECTIONS[0];
  return DESK_SECTIONS.find((section) => section.path === path);
}

/** The desk of the operator: everything that the admin API shows and does, by sections. */
export function DeskPage(): JSX.Element {
  const params = useParams<{ section?: string }>();
  const parts = () => (params.section ?? "").split("/").filter((part) => part !== "");
  const section = () => sectionOf(parts()[0]);
  onMount(() => loadDeskSession().catch(showFailure));
  createEffect(() => {
    document.title = `${section()?.title ?? "Desk"} · Bourse desk`;
  });
  return (
    <div class="desk">
      <Show
        when={deskSession()}
        fallback={<Show when={isDeskSessionKnown()} children={<SignInPanel />} />}
      >
        {(session) => (
          <>
            <DeskHeader session={session()} />
            <div class="desk-body">
              <DeskNavigation current={section()?.path} />
              <main id="content" class="desk-content">
                <Show when={section()} keyed fallback={<NoSection />}>
                  {(shown) => (
                    <ErrorBoundary fallback={<SectionFault />}>
                      <Dynamic component={shown.component} rest={parts().slice(1)} />
                    </ErrorBoundary>
                  )}
                </Show>
              </main>
            </div>
          </>
        )}
      </Show>
      <Toasts />
      <EditDialog />
      <ActDialog />
    </div>
  );
}

function DeskHeader(props: { readonly session: DeskSession }): JSX.Element {
  const signOut = (): void => {
    signOutOfDesk().catch(showFailure);
  };
  return (
    <header class="desk-header">
      <a class="skip" href="#content">
        Skip to content
      </a>
      <strong>Bourse desk</strong>
      <span class="desk-holder">
        {props.session.name} <span class="quiet">role {props.session.role}</span>
      </span>
      <span class="quiet desk-end">session ends at {clock(props.session.endsAtMs)}</span>
      <Button
        look="plain"
        aria-label={`Use the ${otherTheme()} theme`}
        onClick={() => prefer({ theme: otherTheme() })}
      >
        {preferences().theme === "dark" ? "☾" : "☀"}
      </Button>
      <Button size="small" onClick={signOut}>
        Sign out
      </Button>
    </header>
  );
}

function DeskNavigation(props: { readonly current: string | undefined }): JSX.Element {
  const navigate = useNavigate();
  return (
    <>
      <nav class="desk-nav" aria-label="Desk">
        <For each={DESK_SECTIONS}>
          {(one) => (
            <a
              href={addressOf(one.path)}
              aria-current={props.current === one.path ? "page" : undefined}
            >
              {one.title}
            </a>
          )}
        </For>
      </nav>
      <nav class="desk-choice" aria-label="Sections of the desk">
        <Select
          label="Section"
          isLabelUnseen
          options={DESK_SECTIONS.map(({ path, title }) => [path, title] as const)}
          value={props.current ?? ""}
          onValue={(path) => navigate(addressOf(path))}
        />
      </nav>
    </>
  );
}

function NoSection(): JSX.Element {
  return (
    <EmptyState title="There is no such section">
      <a href="/desk">Go to the first one</a>
    </EmptyState>
  );
}

function SectionFault(): JSX.Element {
  return (
    <EmptyState title="This section could not be shown">
      <Button look="primary" onClick={() => location.reload()}>
        Load the page again
      </Button>
    </EmptyState>
  );
}
