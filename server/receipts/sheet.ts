import type PDFDocument from "pdfkit";
import type { Face, ReceiptFonts, Run } from "./receipt-fonts.ts";

type Document = InstanceType<typeof PDFDocument>;
type Style = { face: Face; size: number; color: string; tag?: "H1" | "P" };
type Place = { x: number; y: number; width: number; align?: "left" | "right"; lines?: number };

const ellipsis = "…";

/** A page to write on in the brand fonts. Lengths are in points; `y` is the top of the first line. */
export type Sheet = {
  /** Writes text with line breaks and returns the `y` of the next line. Text longer than `lines` is cut off. */
  write(text: string, style: Style, place: Place): number;
  rule(from: { x: number; y: number; width: number }, color: string, weight?: number): void;
};

export function openSheet(document: Document, { bytesOf, runsOf }: ReceiptFonts): Sheet {
  const registered = new Set<string>();
  const setIn = (font: string, size: number) => {
    if (!registered.has(font)) document.registerFont(font, bytesOf(font));
    registered.add(font);
    return document.font(font).fontSize(size);
  };
  const widthOfRun = ({ text, font }: Run, size: number) => setIn(font, size).widthOfString(text);
  const widthOf = (text: string, { face, size }: Style) =>
    runsOf(text, face).reduce((width, run) => width + widthOfRun(run, size), 0);

  // The reading order, for screen readers.
  const story = document.struct("Document");
  document.addStructure(story);

  function write(text: string, style: Style, place: Place): number {
    let end = place.y;
    story.add(
      document.struct(
        style.tag ?? "P",
        {},
        () => void (end = set(text.replace(/\p{Cc}+/gu, " "), style, place)),
      ),
    );
    return end;
  }

  function set(text: string, style: Style, place: Place): number {
    const { x, width, align = "left", lines = 1 } = place;
    const leading = style.size * (style.face === "display" ? 1.16 : 1.42);
    const fits = (line: string) => widthOf(line, style) <= width;
    let baseline = place.y + style.size;
    for (const line of breakLines(text, fits, lines)) {
      let at = align === "right" ? x + width - widthOf(line, style) : x;
      for (const run of runsOf(line, style.face)) {
        setIn(run.font, style.size).fillColor(style.color);
        document.text(run.text, at, baseline, { lineBreak: false, baseline: "alphabetic" });
        at += widthOfRun(run, style.size);
      }
      baseline += leading;
    }
    return baseline - style.size;
  }

  return {
    write,
    rule({ x, y, width }, color, weight = 0.6) {
      document.markContent("Artifact");
      document
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(weight)
        .strokeColor(color)
        .stroke();
      document.endMarkedContent();
    },
  };
}

const wordCutter = new Intl.Segmenter("en", { granularity: "word" });

/** Breaks lines between words, and inside a word only if it is longer than a line. */
function breakLines(text: string, fits: (line: string) => boolean, maximum: number): string[] {
  const words = [...wordCutter.segment(text)].map(({ segment }) => segment);
  const pieces = words.flatMap((word) => (fits(word) ? [word] : [...word]));
  const lines: string[] = [];
  let line = "";
  for (const piece of pieces) {
    if (line === "" || fits((line + piece).trimEnd())) line += piece;
    else {
      lines.push(line.trim());
      line = piece.trimStart();
    }
  }
  if (line.trim() !== "") lines.push(line.trim());
  if (lines.length <= maximum) return lines;
  let last = lines[maximum - 1] ?? "";
  while (last !== "" && !fits(last + ellipsis)) last = [...last].slice(0, -1).join("");
  return [...lines.slice(0, maximum - 1), last.trimEnd() + ellipsis];
}
