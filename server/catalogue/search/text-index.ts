import { fold } from "#shared/text/fold.ts";
import type { Variant, WishedWords } from "#shared/search/query-part.ts";
import { spellingsOf } from "#shared/search/read-badge.ts";
import { isTypoOf } from "#shared/search/is-typo-of.ts";
import { synonymsOf } from "./synonyms.ts";

/** The fields that are searched, and how much a word in each counts. */
const fieldWeights = { title: 8, paint: 4, location: 4, description: 1 } as const;
export type TextField = keyof typeof fieldWeights;
export const textFields = Object.keys(fieldWeights) as TextField[];

/** How well a word matches: as typed, as the beginning of a word or in other words, or with a typing error. */
const exact = 4;
const prefix = 2;
const typo = 1;

/** Words beyond this many are ignored. */
const mostWords = 12;

/**
 * The words of all texts. Cars share most of their texts (names, places, colors), so words are indexed for each
 * distinct text, and a car has the numbers of its texts.
 */
export function createTextIndex() {
  const fields = {
    title: textField(),
    paint: textField(),
    location: textField(),
    description: textField(),
  } satisfies Record<TextField, TextFieldIndex>;
  const all = Object.entries(fields) as Field[];
  const titles: Field[] = [["title", fields.title]];

  return {
    ...fields,
    /** Whether a folded word occurs in a text. */
    has: (word: string) => hasWord(all, word),
    /** Whether a word of a title begins like this and `isOther` than what could be meant instead. */
    beginsInTitle: (beginning: string, isOther: (word: string) => boolean) =>
      fields.title.startingWith(beginning).some(isOther),
    /**
     * For each field, what every text of it contributes: in the upper 16 bits which words it has, in the lower ones its
     * score; null if no text of the field has any. `required` are the bits of the words that a car must have, and
     * `elsewhere` those that a field other than the title may have. `wished` words count only as they are spelled.
     * `unmatched` is how many of the other words are in no text.
     */
    match(text: string, wished: readonly WishedWords[]) {
      const words = wordsOf(text).slice(0, mostWords);
      const hits: Record<TextField, Int32Array | null> = {
        title: null,
        paint: null,
        location: null,
        description: null,
      };
      let elsewhere = 0;
      const add = (terms: Map<string, number>, bit: number, fieldsOfTerms = all) => {
        for (const [name, field] of fieldsOfTerms)
          for (const [term, quality] of terms) {
            const ids = field.postings.get(term);
            if (!ids) continue;
            if (name !== "title") elsewhere |= bit;
            const ofField = (hits[name] ??= new Int32Array(field.size()));
            const score = fieldWeights[name] * quality;
            for (let at = 0; at < ids.length; at++) {
              const id = ids[at]!;
              const before = ofField[id]!;
              // The best terms come first, and a text counts once.
              if ((before & bit) === 0) ofField[id] = (before | bit) + score;
            }
          }
      };
      let unmatched = 0;
      for (const [index, word] of words.entries()) {
        const terms = termsLike(all, word, index === words.length - 1);
        if (terms.size === 0) unmatched += 1;
        add(terms, bitOfWord(index));
      }
      let count = words.length;
      for (const { terms, variant } of wished) {
        if (count + Math.max(1, terms.length) > mostWords) break;
        for (const term of terms) add(new Map([[term, exact]]), bitOfWord(count++));
        if (!variant) continue;
        // A number alone may be anything in a description.
        add(variantTerms(all, variant), bitOfWord(count));
        add(new Map([[variant.number, exact]]), bitOfWord(count++), titles);
      }
      const required = bitOfWord(count) - bitOfWord(0);
      return { hits, required, elsewhere, unmatched };
    },
    /** For each location, whether each word is the beginning of one of its words. */
    locationsMatching(words: string): Uint8Array {
      const { location } = fields;
      const withWords = new Uint8Array(location.size()).fill(1);
      for (const word of wordsOf(words)) {
        const withWord = new Uint8Array(location.size());
        for (const term of location.startingWith(word))
          for (const id of location.postings.get(term)!) withWord[id] = 1;
        for (let id = 0; id < withWords.length; id++) withWords[id]! &= withWord[id]!;
      }
      return withWords;
    },
  };
}

type Field = [TextField, TextFieldIndex];

const hasWord = (all: Field[], word: string) => all.some(([, field]) => field.postings.has(word));

/**
 * Words like this one and how well they match, the best first. Every word may be unfinished, but one that listings have
 * counts as finished, unless it is the last one.
 */
function termsLike(all: Field[], word: string, isLast: boolean): Map<string, number> {
  const terms = new Map<string, number>();
  if (hasWord(all, word)) terms.set(word, exact);
  for (const synonym of synonymsOf(word)) if (hasWord(all, synonym)) terms.set(synonym, prefix);
  if (isLast || (terms.size === 0 && word.length > 1))
    for (const [, field] of all)
      for (const term of field.startingWith(word)) if (term !== word) terms.set(term, prefix);
  if (terms.size > 0 || word.length < 4 || /\d/.test(word)) return terms;
  for (const [, field] of all)
    for (const term of field.postings.keys()) if (isTypoOf(word, term)) terms.set(term, typo);
  return terms;
}

/** The words that spell a variant, apart from its number alone. */
function variantTerms(all: Field[], variant: Variant): Map<string, number> {
  const { beginnings, pattern } = spellingsOf(variant);
  const terms = new Map<string, number>();
  for (const [, field] of all)
    for (const beginning of beginnings)
      for (const term of field.startingWith(beginning))
        if (term !== variant.number && pattern.test(term)) terms.set(term, exact);
  return terms;
}

/** The bit of a word of a search, above the score. */
const bitOfWord = (index: number) => 1 << (16 + index);

function wordsOf(text: string): string[] {
  const folded = fold(text.toLowerCase());
  return folded === "" ? [] : folded.split(" ");
}

type TextFieldIndex = ReturnType<typeof textField>;

/** The distinct texts of one field, and the texts of each word. */
function textField() {
  const numbers = new Map<string, number>();
  const texts: string[] = [];
  const uses: number[] = [];
  const free: number[] = [];
  const postings = new Map<string, number[]>();
  /** The words in order, from the first search on. */
  let sorted: string[] | null = null;

  function placeIn(words: string[], word: string): number {
    let low = 0;
    let high = words.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (words[middle]! < word) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    postings,
    /** The words that begin like this. */
    startingWith(beginning: string): string[] {
      sorted ??= [...postings.keys()].sort();
      const from = placeIn(sorted, beginning);
      let end = from;
      while (end < sorted.length && sorted[end]!.startsWith(beginning)) end += 1;
      return sorted.slice(from, end);
    },
    size: () => texts.length,
    /** The number of a text, for one more car that has it. */
    add(text: string): number {
      const number = numbers.get(text);
      if (number !== undefined) {
        uses[number]! += 1;
        return number;
      }
      const id = free.pop() ?? texts.length;
      numbers.set(text, id);
      texts[id] = text;
      uses[id] = 1;
      for (const word of new Set(wordsOf(text))) {
        const ids = postings.get(word);
        if (ids) ids.push(id);
        else {
          postings.set(word, [id]);
          sorted?.splice(placeIn(sorted, word), 0, word);
        }
      }
      return id;
    },
    /** Forgets a text when its last car is gone. */
    release(id: number): void {
      uses[id]! -= 1;
      if (uses[id]! > 0) return;
      const text = texts[id]!;
      numbers.delete(text);
      texts[id] = "";
      free.push(id);
      for (const word of new Set(wordsOf(text))) {
        const ids = postings.get(word)!;
        if (ids.length > 1) ids.splice(ids.indexOf(id), 1);
        else {
          postings.delete(word);
          sorted?.splice(placeIn(sorted, word), 1);
        }
      }
    },
  };
}
