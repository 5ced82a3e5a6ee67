// Lines can be read without the rest of the file, so only the beginning is sent.
const ofLines = /\.(?:csv|tsv|txt|jsonl|ndjson)$/i;
const jsonLines = /\.(?:jsonl|ndjson)$/i;
const previewedBytes = 512 * 1024;

/** What a preview needs of a file: the rows at its beginning if it has lines, otherwise all of it. */
export async function previewPart(file: File): Promise<Blob> {
  if (file.size <= previewedBytes || !ofLines.test(file.name)) return file;
  const start = new Uint8Array(await file.slice(0, previewedBytes).arrayBuffer());
  if (isAnotherFormat(start, file.name)) return file;
  const end = endOfRows(start);
  return end === null ? file : file.slice(0, end);
}

/** Whether a file is an archive, a workbook or a tree under the name of a table. */
function isAnotherFormat(start: Uint8Array, name: string): boolean {
  const [first, second] = start;
  if ((first === 0x50 && second === 0x4b) || (first === 0x1f && second === 0x8b)) return true;
  const text = new TextDecoder("latin1").decode(start.subarray(0, 200)).replaceAll("\0", "");
  const sign = /^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)?\s*([<[{])/.exec(text)?.[1];
  return sign !== undefined && !jsonLines.test(name);
}

/**
 * Where the last whole row ends, so that neither a row nor a character is cut: after the last line break that is outside
 * of quotation marks. Inch marks can leave one open, so then after the last line break at all. Null without line breaks.
 */
function endOfRows(bytes: Uint8Array): number | null {
  const { step, low } = codeUnits(bytes);
  let isQuoted = false;
  let lastBreak: number | null = null;
  let lastRow: number | null = null;
  for (let at = 0; at + step <= bytes.length; at += step) {
    if (step === 2 && bytes[at + 1 - low] !== 0) continue;
    const byte = bytes[at + low];
    if (byte === 0x22) isQuoted = !isQuoted;
    if (byte !== 0x0a && byte !== 0x0d) continue;
    lastBreak = at + step;
    if (!isQuoted) lastRow = lastBreak;
  }
  return lastRow !== null && lastRow > bytes.length / 2 ? lastRow : lastBreak;
}

/** How many bytes a code unit has, and which of them has the ASCII characters. */
function codeUnits(bytes: Uint8Array): { step: 1 | 2; low: 0 | 1 } {
  const sample = bytes.subarray(0, 2_000);
  const zeros = (odd: number) =>
    sample.filter((byte, index) => index % 2 === odd && byte === 0).length;
  const has = (first: number, second: number) => bytes[0] === first && bytes[1] === second;
  if (has(0xff, 0xfe) || zeros(1) > sample.length / 4) return { step: 2, low: 0 };
  if (has(0xfe, 0xff) || zeros(0) > sample.length / 4) return { step: 2, low: 1 };
  return { step: 1, low: 0 };
}
