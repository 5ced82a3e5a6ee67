import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Font } from "fontkit";
import { unpackWoff } from "./unpack-woff.ts";

/** The three typefaces of a receipt: display serif, text, and bold text. */
export type Face = "display" | "text" | "strong";

/** A piece of text in one font file. */
export type Run = { text: string; font: string };

export type ReceiptFonts = {
  bytesOf(name: string): Buffer;
  /** Splits text into runs, each in the first font of the face that has its glyphs. */
  runsOf(text: string, face: Face): Run[];
};

// The brand fonts have one file per script. Unifont is plain, but has a glyph for nearly every character, so every name
// can be printed.
const fallback = "@fontsource/unifontex/files/unifontex-latin-400-normal.woff";
const scripts = ["latin", "latin-ext", "vietnamese"];
const chains: Record<Face, string[]> = {
  display: filesOf("fraunces", scripts, 400).concat(
    filesOf("geist", ["cyrillic", "cyrillic-ext"], 400),
  ),
  text: filesOf("geist", [...scripts, "cyrillic", "cyrillic-ext"], 400),
  strong: filesOf("geist", [...scripts, "cyrillic", "cyrillic-ext"], 600),
};

function filesOf(family: string, of: string[], weight: number): string[] {
  return of.map(
    (script) => `@fontsource/${family}/files/${family}-${script}-${weight}-normal.woff`,
  );
}

let loading: Promise<ReceiptFonts> | undefined;

type OpenFont = { bytes: Buffer; font: Font };

/** Loads the fonts once for all receipts. */
export function receiptFonts(): Promise<ReceiptFonts> {
  return (loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  }));
}

async function load(): Promise<ReceiptFonts> {
  const open = new Map<string, OpenFont>();
  for (const name of new Set([...Object.values(chains).flat(), fallback]))
    open.set(name, await openFont(name));
  const fontOf = (name: string): OpenFont => {
    const font = open.get(name);
    if (!font) throw new Error(`There is no font ${name}.`);
    return font;
  };
  const fontFor = (letter: string, face: Face) =>
    chains[face].find((name) =>
      [...letter].every((one) => fontOf(name).font.hasGlyphForCodePoint(one.codePointAt(0) ?? 0)),
    ) ?? fallback;
  return {
    bytesOf: (name) => fontOf(name).bytes,
    runsOf: (text, face) => splitIntoRuns(text, (letter) => fontFor(letter, face)),
  };
}

async function openFont(name: string): Promise<OpenFont> {
  const { create } = await import("fontkit");
  const bytes = unpackWoff(await readFile(createRequire(import.meta.url).resolve(name)));
  return { bytes, font: create(bytes) as Font };
}

const letters = new Intl.Segmenter("en", { granularity: "grapheme" });
const isRightToLeft = /\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Thaana}/u;

function splitIntoRuns(text: string, fontFor: (letter: string) => string): Run[] {
  const runs: Run[] = [];
  for (const { segment } of letters.segment(text.normalize("NFC"))) {
    const font = fontFor(segment);
    const last = runs.at(-1);
    if (last?.font !== font) runs.push({ text: segment, font });
    // The document writes every run from left to right.
    else last.text = isRightToLeft.test(segment) ? segment + last.text : last.text + segment;
  }
  return runs;
}
