import { Route, Router } from "@solidjs/router";
import { ErrorBoundary, type JSX, lazy } from "solid-js";
import { render } from "solid-js/web";
import "../design/tokens.css";
import "../design/base.css";
import { TradePage } from "../pages/trade/trade-page.tsx";
import { watchForOldPage } from "./old-page.ts";
import { PageFault } from "./page-fault.tsx";
import { Shell } from "./shell.tsx";
import { startTerminal } from "./start-terminal.ts";

const NotFoundPage = lazy(async () => {
  const { NotFoundPage } = await import("../pages/not-found/not-found-page.tsx");
  return { default: NotFoundPage };
});

const AccountPage = lazy(async () => {
  const { AccountPage } = await import("../pages/account/account-page.tsx");
  return { default: AccountPage };
});

const DeskPage = lazy(async () => {
  const { DeskPage } = await import("../pages/desk/desk-page.tsx");
  return { default: DeskPage };
});

/** The pages of clients, in their common frame. */
function Terminal(): JSX.Element {
  return (
    <Router root={Shell}>
      <Route path="/" component={TradePage} />
      <Route path="/trade/:category/:symbol" component={TradePage} />
      <Route path="/account/*section" component={AccountPage} />
      <Route path="*" component={NotFoundPage} />
    </Router>
  );
}

/** The pages of the operator; their address may serve the admin API alone. */
function Desk(): JSX.Element {
  return (
    <ErrorBoundary fallback={<PageFault />}>
      <Router>
        <Route path="/desk/*section" component={DeskPage} />
      </Router>
    </ErrorBoundary>
  );
}

const root = document.getElementById("app");
if (root === null) throw new Error("the page has a place for the terminal");
const isDesk = /^\/desk(\/|$)/.test(location.pathname);
watchForOldPage();
if (!isDesk) startTerminal();
render(() => (isDesk ? <Desk /> : <Terminal />), root);
