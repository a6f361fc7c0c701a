/**
 * The price levels of one side of a book in order of price. A price is a rank from 0 to 2^31 - 1;
 * the best price has the highest rank. Ranks are grouped in pages of 256. Within a page a level is
 * found by its cell and the best level by a bitmap, so that adding and removing a price moves no
 * other entry. The pages are kept in a sorted list, which is short because trading concentrates on
 * few prices. All pages share two arrays, so that finding a level loads no further object. A page
 * takes about 1 KiB and is reused after its last price is removed.
 */
import { assert } from "../base/assert.ts";

const PAGE_BITS = 8;
const PAGE_RANKS = 1 << PAGE_BITS;
const PAGE_MASK = PAGE_RANKS - 1;
const BIT_WORDS = PAGE_RANKS / 32;

/** Head of a page, by words: the bitmap of ranks that have a level, then the fields below. */
const HEAD_SHIFT = 4;
const NUMBER = BIT_WORDS;
/** Bit w is set while word w of the bitmap is not 0. */
const SUMMARY = BIT_WORDS + 1;
const COUNT = BIT_WORDS + 2;

/** Cache of recently used pages, by the lowest bits of their numbers. */
const NEAR_PAGES = 128;
const NEAR_MASK = NEAR_PAGES - 1;
const PAGES_FIRST = 2;

/** Page 0 means "none": no rank has its number. */
const NO_PAGE = 0;
const NO_NUMBER = -1;

/** Returns the index of the highest set bit of a word that is not 0. */
function highestBit(word: number): number {
  return 31 - Math.clz32(word);
}

export class PriceIndex {
  /** Level slot by cell, that is page and rank within the page; 0 where there is no level. */
  #levels = new Int32Array(PAGES_FIRST << PAGE_BITS);
  #heads = new Int32Array(PAGES_FIRST << HEAD_SHIFT);
  readonly #near = new Int32Array(NEAR_PAGES);
  /** Pages in ascending order of their numbers; none is empty. */
  readonly #pages: number[] = [];
  readonly #free: number[] = [];
  #end = 1;
  #count = 0;
  #best = 0;
  /** Rank of the best level; -1 when the side is empty. */
  #bestRank = -1;

  constructor() {
    this.#heads[(NO_PAGE << HEAD_SHIFT) | NUMBER] = NO_NUMBER;
  }

  /** Number of levels. */
  get count(): number {
    return this.#count;
  }

  /** Level slot of the best rank, or 0 when the side is empty. */
  get best(): number {
    return this.#best;
  }

  /** Returns the level slot at a rank, or 0. */
  find(rank: number): number {
    const page = this.#pageOf(rank);
    return page === NO_PAGE
      ? 0
      : (this.#levels[(page << PAGE_BITS) | (rank & PAGE_MASK)] as number);
  }

  /**
   * Returns the cell of a rank, for `levelAt`, `put` and `clear`. The cell is valid until a level
   * is put or cleared elsewhere.
   */
  cellOf(rank: number): number {
    assert(rank >= 0, "a rank is not negative");
    let page = this.#pageOf(rank);
    if (page === NO_PAGE) page = this.#addPage(rank >>> PAGE_BITS);
    return (page << PAGE_BITS) | (rank & PAGE_MASK);
  }

  /** Returns the level slot in a cell, or 0. */
  levelAt(cell: number): number {
    return this.#levels[cell] as number;
  }

  /** Puts a level into an empty cell. */
  put(cell: number, level: number): void {
    assert(level !== 0, "a level has a slot");
    assert(this.#levels[cell] === 0, "a cell holds one level at most");
    const heads = this.#heads;
    const head = (cell >>> PAGE_BITS) << HEAD_SHIFT;
    const word = (cell & PAGE_MASK) >>> 5;
    this.#levels[cell] = level;
    heads[head | word] = (heads[head | word] as number) | (1 << (cell & 31));
    heads[head | SUMMARY] = (heads[head | SUMMARY] as number) | (1 << word);
    heads[head | COUNT] = (heads[head | COUNT] as number) + 1;
    this.#count += 1;
    const rank = ((heads[head | NUMBER] as number) << PAGE_BITS) | (cell & PAGE_MASK);
    if (rank > this.#bestRank) {
      this.#bestRank = rank;
      this.#best = level;
    }
  }

  /** Removes the level from its cell. */
  clear(cell: number): void {
    const heads = this.#heads;
    const page = cell >>> PAGE_BITS;
    const head = page << HEAD_SHIFT;
    const word = (cell & PAGE_MASK) >>> 5;
    const level = this.#levels[cell] as number;
    assert(level !== 0, "a cleared cell holds a level");
    const bits = (heads[head | word] as number) & ~(1 << (cell & 31));
    this.#levels[cell] = 0;
    heads[head | word] = bits;
    if (bits === 0) heads[head | SUMMARY] = (heads[head | SUMMARY] as number) & ~(1 << word);
    const count = (heads[head | COUNT] as number) - 1;
    assert(count >= 0, "a page counts its levels");
    heads[head | COUNT] = count;
    this.#count -= 1;
    if (count === 0) this.#dropPage(page);
    if (level === this.#best) this.#findBest();
  }

  #pageOf(rank: number): number {
    const number = rank >>> PAGE_BITS;
    const near = this.#near[number & NEAR_MASK] as number;
    return this.#heads[(near << HEAD_SHIFT) | NUMBER] === number ? near : this.#farPageOf(number);
  }

  #farPageOf(number: number): number {
    const page = this.#pages[this.#orderOf(number)];
    if (page === undefined || this.#numberOf(page) !== number) return NO_PAGE;
    this.#near[number & NEAR_MASK] = page;
    return page;
  }

  #numberOf(page: number): number {
    return this.#heads[(page << HEAD_SHIFT) | NUMBER] as number;
  }

  /** Returns the index of the first page in the list whose number is not below `number`. */
  #orderOf(number: number): number {
    const pages = this.#pages;
    let low = 0;
    let high = pages.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#numberOf(pages[middle] as number) < number) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #addPage(number: number): number {
    const page = this.#free.pop() ?? this.#end++;
    if (page << PAGE_BITS >= this.#levels.length) this.#grow();
    this.#pages.splice(this.#orderOf(number), 0, page);
    this.#heads[(page << HEAD_SHIFT) | NUMBER] = number;
    this.#near[number & NEAR_MASK] = page;
    return page;
  }

  /** Frees a page whose last level was removed; its bitmap, summary and levels are all 0. */
  #dropPage(page: number): void {
    const order = this.#orderOf(this.#numberOf(page));
    assert(this.#pages[order] === page, "a page is listed by its number");
    assert(this.#heads[(page << HEAD_SHIFT) | SUMMARY] === 0, "a dropped page has no level");
    this.#pages.splice(order, 1);
    this.#heads[(page << HEAD_SHIFT) | NUMBER] = NO_NUMBER;
    this.#free.push(page);
  }

  #grow(): void {
    const levels = new Int32Array(this.#levels.length * 2);
    levels.set(this.#levels);
    this.#levels = levels;
    const heads = new Int32Array(this.#heads.length * 2);
    heads.set(this.#heads);
    this.#heads = heads;
  }

  #findBest(): void {
    this.#best = 0;
    this.#bestRank = -1;
    assert((this.#count === 0) === (this.#pages.length === 0), "every page has a level");
    const page = this.#pages[this.#pages.length - 1];
    if (page === undefined) return;
    const cell = this.#bestCellOf(page);
    this.#bestRank = (this.#numberOf(page) << PAGE_BITS) | (cell & PAGE_MASK);
    this.#best = this.#levels[cell] as number;
    assert(this.#best !== 0, "a set bit of a page names a level");
  }

  /** Returns the cell of the best level of a page. */
  #bestCellOf(page: number): number {
    const words = this.#heads[(page << HEAD_SHIFT) | SUMMARY] as number;
    return this.#bestCellIn(page, highestBit(words));
  }

  /** Returns the cell of the best level in a word of the bitmap of a page. */
  #bestCellIn(page: number, word: number): number {
    const bits = this.#heads[(page << HEAD_SHIFT) | word] as number;
    return (page << PAGE_BITS) | (word << 5) | highestBit(bits);
  }

  /** Returns the level slot of the next worse rank after the level in a cell, or 0. */
  levelAfter(cell: number): number {
    const page = cell >>> PAGE_BITS;
    const head = page << HEAD_SHIFT;
    const word = (cell & PAGE_MASK) >>> 5;
    const bits = (this.#heads[head | word] as number) & ((1 << (cell & 31)) - 1);
    if (bits !== 0) return this.#levels[(cell & ~31) | highestBit(bits)] as number;
    const words = (this.#heads[head | SUMMARY] as number) & ((1 << word) - 1);
    if (words === 0) return this.#bestOfPageBefore(page);
    return this.#levels[this.#bestCellIn(page, highestBit(words))] as number;
  }

  #bestOfPageBefore(page: number): number {
    const order = this.#orderOf(this.#numberOf(page));
    const before = this.#pages[order - 1];
    return before === undefined ? 0 : (this.#levels[this.#bestCellOf(before)] as number);
  }
}
