import { Route, Router } from "@solidjs/router";
import { lazy } from "solid-js";
import { render } from "solid-js/web";
import "../design/tokens.css";
import "../design/base.css";
import { TradePage } from "../pages/trade/trade-page.tsx";
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

const root = document.getElementById("app");
if (root === null) throw new Error("the page has a place for the terminal");
startTerminal();
render(
  () => (
    <Router root={Shell}>
      <Route path="/" component={TradePage} />
      <Route path="/trade/:category/:symbol" component={TradePage} />
      <Route path="/account/*section" component={AccountPage} />
      <Route path="*" component={NotFoundPage} />
    </Router>
  ),
  root,
);
