/** What the pages of the reference have in common: header, search, links to entries. */
import { clearSearch, search } from "/docs/search.js";

/** Targets of links come to rest below the header, whose height depends on the width. */
function followHeader(header) {
  const measure = () =>
    document.documentElement.style.setProperty("--header", `${header.offsetHeight}px`);
  new ResizeObserver(measure).observe(header);
  measure();
}

function openTarget() {
  const target = document.getElementById(location.hash.slice(1));
  if (target === null) return;
  if (target.closest("[hidden]") !== null) clearSearch();
  target.open = true;
  target.scrollIntoView();
}

function listenToKeys(input) {
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.target === input) return;
    event.preventDefault();
    input.focus();
  });
}

function startSearch() {
  const input = document.querySelector("#search");
  input.addEventListener("input", () => search(input.value));
  document.querySelector("#clear").addEventListener("click", () => {
    clearSearch();
    input.focus();
  });
  listenToKeys(input);
  if (input.value !== "") search(input.value);
}

/** Loads documents and has `draw` draw them; then starts the search and follows links. */
export async function startPage(urls, draw) {
  followHeader(document.querySelector("header"));
  const answers = await Promise.all(urls.map((url) => fetch(url)));
  const failed = answers.find(({ ok }) => !ok);
  if (failed !== undefined) {
    document.querySelector("#status").textContent =
      `The reference could not be loaded (${failed.status}).`;
    return;
  }
  const documents = await Promise.all(answers.map((answer) => answer.json()));
  document.querySelector("#endpoints").replaceChildren();
  draw(...documents);
  startSearch();
  addEventListener("hashchange", openTarget);
  openTarget();
}
