import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Font } from "fontkit";
import { unpackWoff } from "./unpack-woff.ts";

/** The three voices of a receipt: display serif, text, and text that weighs more. */
export type Face = "display" | "text" | "strong";

/** A piece of text that one font file can set. */
export type Run = { text: string; font: string };

export type ReceiptFonts = {
  /** A font by its name, for the document that sets with it. */
  bytesOf(name: string): Buffer;
  /** Cuts text into runs, each in the first font of the face that has its letters. */
  runsOf(text: string, face: Face): Run[];
};

// The shop's own fonts come in a file for each script. Unifont has a letter for nearly everything written: plain to look
// at, but nobody's name is left out.
const lastResort = "@fontsource/unifontex/files/unifontex-latin-400-normal.woff";
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

/** Opens the fonts once; they are the same for every receipt. */
export function receiptFonts(): Promise<ReceiptFonts> {
  return (loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  }));
}

async function load(): Promise<ReceiptFonts> {
  const open = new Map<string, OpenFont>();
  for (const name of new Set([...Object.values(chains).flat(), lastResort]))
    open.set(name, await openFont(name));
  const fontOf = (name: string): OpenFont => {
    const found = open.get(name);
    if (!found) throw new Error(`There is no font ${name}.`);
    return found;
  };
  const fontFor = (letter: string, face: Face) =>
    chains[face].find((name) =>
      [...letter].every((one) => fontOf(name).font.hasGlyphForCodePoint(one.codePointAt(0) ?? 0)),
    ) ?? lastResort;
  return {
    bytesOf: (name) => fontOf(name).bytes,
    runsOf: (text, face) => cutIntoRuns(text, (letter) => fontFor(letter, face)),
  };
}

async function openFont(name: string): Promise<OpenFont> {
  const { create } = await import("fontkit");
  const bytes = unpackWoff(await readFile(createRequire(import.meta.url).resolve(name)));
  return { bytes, font: create(bytes) as Font };
}

const letters = new Intl.Segmenter("en", { granularity: "grapheme" });
const isRightToLeft = /\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Thaana}/u;

function cutIntoRuns(text: string, fontFor: (letter: string) => string): Run[] {
  const runs: Run[] = [];
  for (const { segment } of letters.segment(text.normalize("NFC"))) {
    const font = fontFor(segment);
    const last = runs.at(-1);
    if (last?.font !== font) runs.push({ text: segment, font });
    // The document sets every run from left to right.
    else last.text = isRightToLeft.test(segment) ? segment + last.text : last.text + segment;
  }
  return runs;
}
