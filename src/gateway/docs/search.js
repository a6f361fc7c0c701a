/** The search of the reference page. */
const SHOWN = ":not([hidden])";

function counted(count, one, many) {
  return `${count} ${count === 1 ? one : many}`;
}

/** What a search has found, in words. */
export function foundText(entries, codes) {
  if (entries + codes === 0) return "Nothing found";
  return `${counted(entries, "entry", "entries")}, ${counted(codes, "code", "codes")}`;
}

/** A link leads to what the search shows, with its number, or is not there. */
function searchGroups() {
  for (const link of document.querySelectorAll("#groups a")) {
    const section = document.getElementById(link.getAttribute("href").slice(1)).closest("section");
    link.hidden = section.hidden;
    const count = link.querySelector(".quiet");
    if (count) count.textContent = ` ${section.querySelectorAll(`.endpoint${SHOWN}`).length}`;
  }
  for (const title of document.querySelectorAll("#groups strong")) {
    let link = title.nextElementSibling;
    while (link?.hidden && link.matches("a")) link = link.nextElementSibling;
    title.hidden = link === null || !link.matches("a");
  }
}

/** Shows the entries and codes that contain all words of a text. */
export function search(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (item) => words.every((word) => item.dataset.words.includes(word));
  for (const item of document.querySelectorAll("[data-words]")) item.hidden = !matches(item);
  for (const section of document.querySelectorAll("#endpoints > section")) {
    section.hidden = section.querySelector(`.endpoint${SHOWN}`) === null;
  }
  const shown = (selector) => document.querySelectorAll(selector + SHOWN).length;
  const [entries, codes] = [shown(".endpoint"), shown("#code-rows > tr")];
  document.querySelector("#start").hidden = words.length > 0;
  document.querySelector("#codes").hidden = codes === 0;
  document.querySelector("#nothing").hidden = entries + codes > 0;
  document.querySelector("#searched").textContent = text.trim();
  searchGroups();
  document.querySelector("#found").textContent =
    words.length === 0 ? "" : foundText(entries, codes);
}

export function clearSearch() {
  document.querySelector("#search").value = "";
  search("");
}
