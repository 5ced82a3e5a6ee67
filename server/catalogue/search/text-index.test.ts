import { expect, it } from "vitest";
import { createTextIndex } from "./text-index.ts";

it("finds words by their beginning while texts come and go", () => {
  const { title, location, match, locationsMatching } = createTextIndex();
  const texts = ["Avant quattro", "Avus", "Quadra avanti", "Coupé", "Cou pe", "Zürich", "z", "av"];
  const ids = new Map<string, number>();
  for (let step = 0; step < 80; step++) {
    const text = texts[(step * 5 + (step >> 3)) % texts.length]!;
    const textId = ids.get(text);
    if (textId === undefined) {
      ids.set(text, title.add(text));
      expect(location.add(text)).toBe(ids.get(text));
    } else {
      title.release(textId);
      location.release(textId);
      ids.delete(text);
    }
    for (const beginning of ["a", "av", "avan", "qua", "cou", "zu", "z", "x"]) {
      const { hits, required } = match(beginning, []);
      const inLocation = locationsMatching(beginning);
      for (const [text, id] of ids) {
        const isFound = wordsOf(text).some((word) => word.startsWith(beginning));
        expect((hits.title?.[id] ?? 0) & required, `${beginning} in ${text}`).toBe(
          isFound ? required : 0,
        );
        expect(inLocation[id], `${beginning} in ${text}`).toBe(isFound ? 1 : 0);
      }
    }
  }
});

it("ranks a whole word above the beginning of one", () => {
  const { title, match } = createTextIndex();
  const whole = title.add("Audi av");
  const longer = title.add("Audi avant");
  const { hits } = match("av", []);
  expect(hits.title![whole]! & 0xffff).toBeGreaterThan(hits.title![longer]! & 0xffff);
});

it("keeps a word of two texts when one of them goes", () => {
  const { title, match } = createTextIndex();
  const deletedText = title.add("Audi avant");
  const stays = title.add("BMW avant");
  title.release(deletedText);
  const { hits, required } = match("avant", []);
  expect(hits.title![stays]! & required).toBe(required);
  expect(hits.title![deletedText]! & required).toBe(0);
});

/** The words of a text of this test, as they are searched. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().replace("é", "e").replace("ü", "u").split(" ");
}
