import { createReadStream } from "node:fs";
import { analyse } from "chardet";
import iconv from "iconv-lite";
import { fold } from "./fold.ts";

/** Encodings a feed may be in; the names are iconv-lite's. */
export type FeedEncoding =
  "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | "windows-1250" | "iso-8859-2";
const singleByte = ["windows-1252", "windows-1250", "iso-8859-2"] as const;
const sampleSize = 256 * 1024;

/** Reads the whole file once. UTF-8 is believed only if every byte of it is valid; otherwise letters tell which table fits. */
export async function detectEncoding(file: string): Promise<FeedEncoding> {
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  let isUtf8 = true;
  // Lines that have a byte above 127: the only ones in which single-byte encodings differ.
  let telling = Buffer.alloc(0);
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
    if (telling.length < sampleSize && chunk.some((byte) => byte > 0x7f))
      telling = Buffer.concat([telling, chunk]);
  }
  if (isUtf8 && decodes(utf8)) return "utf-8";
  return chooseSingleByte(telling.subarray(0, sampleSize * 2));
}

function decodes(decoder: TextDecoder, chunk?: Buffer): boolean {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined });
    return true;
  } catch {
    return false;
  }
}

// Western text in UTF-16 has a zero in every second byte; text in no other encoding here has any.
function wideEncoding(start: Buffer): FeedEncoding | null {
  if (start[0] === 0xff && start[1] === 0xfe) return "utf-16le";
  if (start[0] === 0xfe && start[1] === 0xff) return "utf-16be";
  const sample = start.subarray(0, 2_000);
  const zeros = (odd: number) =>
    sample.filter((byte, index) => index % 2 === odd && byte === 0).length;
  if (zeros(1) > sample.length / 4) return "utf-16le";
  return zeros(0) > sample.length / 4 ? "utf-16be" : null;
}

// Letters and signs that occur in the languages of the header table; anything else above ASCII is a sign of a wrong table.
const western = "äöüÄÖÜßéèêëàâçîïôûùñáíóúÉÈÀÇÑÁÍÓÚœ£€°²³“”‘’„–—…·•®©\u00a0";
const polish = "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ£€°²³„”–—…·\u00a0";

/** The single-byte table under which a sample reads best. */
export function chooseSingleByte(sample: Buffer): FeedEncoding {
  const guesses = new Map(
    analyse(sample).map(({ name, confidence }) => [name.toLowerCase(), confidence]),
  );
  const scored = singleByte.map((encoding, order) => {
    const text = iconv.decode(sample, encoding);
    // Text in one language uses one alphabet: the better of the two counts, strangers to it weigh double.
    const fit = Math.max(
      fitTo(western, text),
      encoding === "windows-1252" ? -Infinity : fitTo(polish, text),
    );
    const guess =
      (guesses.get(encoding) ??
        (encoding === "windows-1252" ? guesses.get("iso-8859-1") : 0) ??
        0) / 1_000;
    return { encoding, score: fit + guess - order / 10_000 };
  });
  return scored.reduce((best, next) => (next.score > best.score ? next : best)).encoding;
}

function fitTo(alphabet: string, text: string): number {
  let known = 0;
  let strange = 0;
  for (const character of text) {
    if (character <= "\u007f") continue;
    if (alphabet.includes(character)) known++;
    else strange++;
  }
  // ś, ź and ą fall on other letters and signs in the neighbouring tables, so that a word with a sign inside betrays it.
  const broken =
    text.match(/\p{L}[^\p{L}\p{N}\s"';:,.()/&+\-–’[\]\\_|<>*#%!?=@{}^~`$]+\p{L}/gu)?.length ?? 0;
  return (known - 2 * strange - 2 * broken) / Math.max(known + strange, 1) + (fold(text) ? 0 : -1);
}
