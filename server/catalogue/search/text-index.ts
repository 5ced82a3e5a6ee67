import { fold } from "#shared/text/fold.ts";
import { isTypoOf } from "#shared/search/is-typo-of.ts";

/** The fields that are searched, and how much a word in each counts. */
export const fieldWeights = { title: 8, paint: 4, location: 4, description: 1 } as const;
export type TextField = keyof typeof fieldWeights;
export const textFields = Object.keys(fieldWeights) as TextField[];

/** How well a word matches: as typed, as the beginning of a word, or with a typing error. */
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
  const all = Object.entries(fields) as [TextField, TextFieldIndex][];

  function termsLike(word: string, isLast: boolean): Map<string, number> {
    const terms = new Map<string, number>();
    for (const [, field] of all) {
      if (field.postings.has(word)) terms.set(word, exact);
      if (isLast)
        for (const term of field.postings.keys())
          if (term.startsWith(word) && term !== word) terms.set(term, prefix);
    }
    if (terms.size > 0 || word.length < 4 || /\d/.test(word)) return terms;
    for (const [, field] of all)
      for (const term of field.postings.keys()) if (isTypoOf(word, term)) terms.set(term, typo);
    return terms;
  }

  return {
    ...fields,
    /** Whether a folded word occurs in a text. */
    has: (word: string) => all.some(([, field]) => field.postings.has(word)),
    /**
     * For each field, what every text of it contributes: in the upper 16 bits which words it has, in the lower ones its
     * score; null if no text of the field has any. `required` are the bits of the words that a car must have. `preferred`
     * words only add to the score.
     */
    match(text: string, preferred: readonly string[]) {
      const words = wordsOf(text).slice(0, mostWords);
      const hits: Record<TextField, Uint32Array | null> = {
        title: null,
        paint: null,
        location: null,
        description: null,
      };
      const add = (terms: Map<string, number>, bit: number) => {
        for (const [name, field] of all) {
          const best = new Map<number, number>();
          for (const [term, quality] of terms)
            for (const id of field.postings.get(term) ?? [])
              if ((best.get(id) ?? 0) < quality) best.set(id, quality);
          if (best.size === 0) continue;
          const ofField = (hits[name] ??= new Uint32Array(field.size()));
          for (const [id, quality] of best)
            ofField[id] = ((ofField[id]! | bit) >>> 0) + fieldWeights[name] * quality;
        }
      };
      for (const [index, word] of words.entries())
        add(termsLike(word, index === words.length - 1), (1 << (16 + index)) >>> 0);
      for (const word of preferred) add(new Map([[word, exact]]), 0);
      const required = (((1 << words.length) - 1) << 16) >>> 0;
      return { hits, required };
    },
    /** For each location, whether each word is the beginning of one of its words. */
    locationsMatching(words: string): Uint8Array {
      const { location } = fields;
      const found = new Uint8Array(location.size()).fill(1);
      for (const word of wordsOf(words)) {
        const withWord = new Uint8Array(location.size());
        for (const [term, ids] of location.postings)
          if (term.startsWith(word)) for (const id of ids) withWord[id] = 1;
        for (let id = 0; id < found.length; id++) found[id]! &= withWord[id]!;
      }
      return found;
    },
  };
}
export type TextIndex = ReturnType<typeof createTextIndex>;

export function wordsOf(text: string): string[] {
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

  return {
    postings,
    size: () => texts.length,
    /** The number of a text, for one more car that has it. */
    add(text: string): number {
      const known = numbers.get(text);
      if (known !== undefined) {
        uses[known]! += 1;
        return known;
      }
      const id = free.pop() ?? texts.length;
      numbers.set(text, id);
      texts[id] = text;
      uses[id] = 1;
      for (const word of new Set(wordsOf(text))) {
        const ids = postings.get(word);
        if (ids) ids.push(id);
        else postings.set(word, [id]);
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
        if (ids.length === 1) postings.delete(word);
        else ids.splice(ids.indexOf(id), 1);
      }
    },
  };
}
