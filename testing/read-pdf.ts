import { inflateSync } from "node:zlib";

/**
 * What a reader of a PDF sees: its title, the number of pages and the text of each show operator, decoded as a viewer that
 * copies text does, by the fonts' own ToUnicode maps (ISO 32000-1, 9.10). For files that pdfkit wrote.
 */
export function readPdf(pdf: Buffer): { title: string; pages: number; texts: string[] } {
  const objects = readObjects(pdf);
  const fontMaps = new Map<string, Map<string, string>>();
  for (const { dictionary } of objects.values()) {
    for (const [, name, id] of dictionary.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const font = objects.get(id!)?.dictionary ?? "";
      const map = /\/ToUnicode (\d+) 0 R/.exec(font)?.[1];
      if (map) fontMaps.set(name!, readUnicodeMap(objects.get(map)?.stream ?? ""));
    }
  }
  const all = [...objects.values()];
  const pages = all.filter(({ dictionary }) => /\/Type \/Page\b(?!s)/.test(dictionary));
  const contents = pages.map(
    ({ dictionary }) => /\/Contents (\d+) 0 R/.exec(dictionary)?.[1] ?? "",
  );
  const info = /\/Info (\d+) 0 R/.exec(pdf.toString("latin1"))?.[1] ?? "";
  const title = /\/Title (\d+) 0 R/.exec(objects.get(info)?.dictionary ?? "")?.[1] ?? "";
  return {
    title: /^\((.*)\)/.exec(objects.get(title)?.dictionary ?? "")?.[1] ?? "",
    pages: pages.length,
    texts: contents.flatMap((id) => readTexts(objects.get(id)?.stream ?? "", fontMaps)),
  };
}

type PdfObject = { dictionary: string; stream: string };

function readObjects(pdf: Buffer): Map<string, PdfObject> {
  const objects = new Map<string, PdfObject>();
  const file = pdf.toString("latin1");
  for (const match of file.matchAll(/(\d+) 0 obj\n/g)) {
    const begin = match.index + match[0].length;
    const end = file.indexOf("endobj", begin);
    const streamAt = file.indexOf("stream\n", begin);
    const hasStream = streamAt !== -1 && streamAt < end;
    const dictionary = file.slice(begin, hasStream ? streamAt : end);
    const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1] ?? 0);
    const bytes = pdf.subarray(streamAt + 7, streamAt + 7 + length);
    const isPacked = dictionary.includes("/FlateDecode");
    const stream = hasStream ? (isPacked ? inflateSync(bytes) : bytes).toString("latin1") : "";
    objects.set(match[1]!, { dictionary, stream });
  }
  return objects;
}

// pdfkit writes one kind of map: ranges whose letters are listed one by one.
function readUnicodeMap(map: string): Map<string, string> {
  const letters = new Map<string, string>();
  for (const [, first, , list] of map.matchAll(/<(\w{4})> <(\w{4})> \[([^\]]*)\]/g)) {
    let code = parseInt(first!, 16);
    for (const [, hex] of list!.matchAll(/<([\w ]*)>/g)) {
      const units = hex!.replace(/ /g, "").match(/.{4}/g) ?? [];
      const letter = String.fromCharCode(...units.map((unit) => parseInt(unit, 16)));
      letters.set(code.toString(16).padStart(4, "0"), letter);
      code += 1;
    }
  }
  return letters;
}

function readTexts(content: string, fontMaps: Map<string, Map<string, string>>): string[] {
  const texts: string[] = [];
  let letters = new Map<string, string>();
  for (const [, font, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (font) letters = fontMaps.get(font) ?? new Map<string, string>();
    if (shown === undefined) continue;
    const codes = [...shown.matchAll(/<(\w+)>/g)].flatMap(([, hex]) => hex!.match(/.{4}/g) ?? []);
    texts.push(codes.map((code) => letters.get(code.toLowerCase()) ?? "\uFFFD").join(""));
  }
  return texts;
}
