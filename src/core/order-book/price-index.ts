/**
 * The prices of one side of a book in order, each with its level's slot. A price is a rank from 0
 * to 2^31 - 1, the best the highest. Ranks lie in pages of 256: within a page a level is found by
 * its place and the best by its bits, so that adding and removing a price moves nothing; the pages,
 * few where trading is, stand in a sorted list. A page costs about 1 KiB and goes with its last
 * price.
 */
const PAGE_BITS = 8;
const PAGE_RANKS = 1 << PAGE_BITS;
const PAGE_MASK = PAGE_RANKS - 1;
const WORDS = PAGE_RANKS / 32;
/** Empty pages kept for the next price outside the present ones. */
const SPARE_PAGES_MAX = 8;

type Page = {
  number: number;
  /** Level slot per rank; 0 where there is none. */
  readonly levels: Int32Array;
  readonly bits: Int32Array;
  /** Bit w: word w of `bits` is not empty. */
  summary: number;
  count: number;
};

function newPage(): Page {
  return {
    number: 0,
    levels: new Int32Array(PAGE_RANKS),
    bits: new Int32Array(WORDS),
    summary: 0,
    count: 0,
  };
}

/** Place of the highest set bit of a word that is not 0. */
function highestBit(word: number): number {
  return 31 - Math.clz32(word);
}

export class PriceIndex {
  /** In ascending order of their numbers; none is empty. */
  readonly #pages: Page[] = [];
  readonly #spare: Page[] = [];
  /** The page used last: most changes come in clusters. */
  #recent: Page | undefined;
  #count = 0;

  /** Number of levels. */
  get count(): number {
    return this.#count;
  }

  /** Level slot of the best rank, or 0 when the side is empty. */
  best(): number {
    const pages = this.#pages;
    if (pages.length === 0) return 0;
    const page = pages[pages.length - 1] as Page;
    const word = highestBit(page.summary);
    return page.levels[word * 32 + highestBit(page.bits[word] as number)] as number;
  }

  /** First place in the list of pages whose number is not below `number`. */
  #placeOf(number: number): number {
    const pages = this.#pages;
    let low = 0;
    let high = pages.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((pages[middle] as Page).number < number) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #pageOf(rank: number): Page | undefined {
    const number = rank >>> PAGE_BITS;
    const recent = this.#recent;
    if (recent !== undefined && recent.number === number) return recent;
    const page = this.#pages[this.#placeOf(number)];
    if (page === undefined || page.number !== number) return undefined;
    this.#recent = page;
    return page;
  }

  /** Level slot at a rank, or 0. */
  find(rank: number): number {
    const page = this.#pageOf(rank);
    return page === undefined ? 0 : (page.levels[rank & PAGE_MASK] as number);
  }

  /** Adds a rank that is not there yet. */
  insert(rank: number, level: number): void {
    const page = this.#pageOf(rank) ?? this.#addPage(rank >>> PAGE_BITS);
    const place = rank & PAGE_MASK;
    const word = place >>> 5;
    page.levels[place] = level;
    page.bits[word] = (page.bits[word] as number) | (1 << (place & 31));
    page.summary |= 1 << word;
    page.count += 1;
    this.#count += 1;
  }

  /** Removes a rank that is there. */
  remove(rank: number): void {
    const page = this.#pageOf(rank) as Page;
    const place = rank & PAGE_MASK;
    const word = place >>> 5;
    page.levels[place] = 0;
    const left = (page.bits[word] as number) & ~(1 << (place & 31));
    page.bits[word] = left;
    if (left === 0) page.summary &= ~(1 << word);
    page.count -= 1;
    this.#count -= 1;
    if (page.count === 0) this.#dropPage(page);
  }

  #addPage(number: number): Page {
    const page = this.#spare.pop() ?? newPage();
    page.number = number;
    this.#pages.splice(this.#placeOf(number), 0, page);
    this.#recent = page;
    return page;
  }

  #dropPage(page: Page): void {
    this.#pages.splice(this.#placeOf(page.number), 1);
    this.#recent = undefined;
    if (this.#spare.length < SPARE_PAGES_MAX) this.#spare.push(page);
  }

  /** Level slots from best to worst, until `visit` answers false. */
  walk(visit: (level: number) => boolean): void {
    for (let at = this.#pages.length - 1; at >= 0; at--) {
      const { bits, levels } = this.#pages[at] as Page;
      for (let word = WORDS - 1; word >= 0; word--) {
        let rest = bits[word] as number;
        while (rest !== 0) {
          const bit = highestBit(rest);
          rest &= ~(1 << bit);
          if (!visit(levels[word * 32 + bit] as number)) return;
        }
      }
    }
  }
}
