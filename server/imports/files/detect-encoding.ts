import { createReadStream } from "node:fs";
import { analyse } from "chardet";
import iconv from "iconv-lite";
import { fold } from "#shared/text/fold.ts";

/** The encodings that a feed can have, by iconv-lite's names. */
export type FeedEncoding = "utf-8" | "utf-16le" | "utf-16be" | (typeof singleByte)[number];
const singleByte = ["windows-1252", "windows-1250", "iso-8859-2", "windows-1254"] as const;
const sampleSize = 256 * 1024;

/** Reads the whole file: it is UTF-8 only if every byte is valid. Otherwise its letters show which code page fits best. */
export async function detectEncoding(file: string): Promise<FeedEncoding> {
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  let isUtf8 = true;
  // Chunks with a byte above 127: single-byte encodings do not differ in others.
  let sample = Buffer.alloc(0);
  let first = true;
  for await (const chunk of createReadStream(file, {
    highWaterMark: sampleSize,
  }) as AsyncIterable<Buffer>) {
    if (first) {
      const wide = wideEncoding(chunk);
      if (wide) return wide;
      first = false;
    }
    isUtf8 &&= decodes(utf8, chunk);
    if (sample.length < sampleSize && chunk.some((byte) => byte > 0x7f))
      sample = Buffer.concat([sample, chunk]);
  }
  if (isUtf8 && decodes(utf8)) return "utf-8";
  return chooseSingleByte(sample.subarray(0, sampleSize * 2));
}

function decodes(decoder: TextDecoder, chunk?: Buffer): boolean {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined });
    return true;
  } catch {
    return false;
  }
}

// Western text in UTF-16 has a zero in every second byte; the other encodings have no zeros.
function wideEncoding(start: Buffer): FeedEncoding | null {
  if (start[0] === 0xff && start[1] === 0xfe) return "utf-16le";
  if (start[0] === 0xfe && start[1] === 0xff) return "utf-16be";
  const sample = start.subarray(0, 2_000);
  const zeros = (odd: number) =>
    sample.filter((byte, index) => index % 2 === odd && byte === 0).length;
  if (zeros(1) > sample.length / 4) return "utf-16le";
  return zeros(0) > sample.length / 4 ? "utf-16be" : null;
}

// Letters of the languages in the header table, by the encodings that have them, and signs. Other characters above ASCII
// suggest the wrong code page. Romanian ș and ț have a cedilla here.
const signs = "€°«»§„”–—…·\u00a0";
const western = `äöüÄÖÜßéèêëàâçîïôûùñáíóúÉÈÀÇÑÁÍÓÚœåæøÅÆØ£²³“‘’•®©${signs}`;
const portuguese = `áàâãçéêíóôõúÁÀÂÃÇÉÊÍÓÔÕÚºª${signs}`;
const central = [
  `ąćęłńóśźżĄĆĘŁŃÓŚŹŻ£${signs}`,
  `áéíóöőúüűÁÉÍÓÖŐÚÜŰ${signs}`,
  `áčďéěíňóřšťúůýžÁČĎÉĚÍŇÓŘŠŤÚŮÝŽ${signs}`,
  `ăâîşţĂÂÎŞŢ${signs}`,
];
const alphabets: Record<(typeof singleByte)[number], readonly string[]> = {
  "windows-1252": [western, portuguese],
  "windows-1250": central,
  "iso-8859-2": central,
  "windows-1254": [`çğıöşüÇĞİÖŞÜâîûÂÎ²³“‘’•®©${signs}`],
};

/** The single-byte encoding that fits a sample best. */
function chooseSingleByte(sample: Buffer): FeedEncoding {
  const guesses = new Map(
    analyse(sample).map(({ name, confidence }) => [name.toLowerCase(), confidence]),
  );
  const scored = singleByte.map((encoding, order) => {
    const text = iconv.decode(sample, encoding);
    // A text uses one of the alphabets, so the best fit counts. Characters outside it count double.
    const fit = Math.max(...alphabets[encoding].map((alphabet) => fitTo(alphabet, text)));
    const guess =
      (guesses.get(encoding) ??
        (encoding === "windows-1252" ? guesses.get("iso-8859-1") : 0) ??
        0) / 1_000;
    return { encoding, fit, score: fit + guess - order / 10_000 };
  });
  // "Modèle" can be read as "Modčle": without a letter that only the others have, it is the most frequent encoding.
  const [common, ...others] = scored as [(typeof scored)[number], ...typeof scored];
  return others
    .filter(({ fit }) => fit > common.fit)
    .reduce((best, next) => (next.score > best.score ? next : best), common).encoding;
}

function fitTo(alphabet: string, text: string): number {
  let knownLetters = 0;
  let unknown = 0;
  for (const character of text) {
    if (character <= "\u007f") continue;
    if (alphabet.includes(character)) knownLetters++;
    else unknown++;
  }
  // In the wrong code page, ś, ź and ą become signs, so a sign inside a word counts against it.
  const broken =
    text.match(/\p{L}[^\p{L}\p{N}\s"';:,.()/&+\-–’[\]\\_|<>*#%!?=@{}^~`$]+\p{L}/gu)?.length ?? 0;
  return (
    (knownLetters - 2 * unknown - 2 * broken) / Math.max(knownLetters + unknown, 1) +
    (fold(text) ? 0 : -1)
  );
}
