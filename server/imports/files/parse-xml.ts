import { createReadStream } from "node:fs";
import iconv from "iconv-lite";
import sax from "sax";
import { detectEncoding } from "./detect-encoding.ts";
import type { ParseTree } from "./feed-tree.ts";
import { ImportError } from "../import-error.ts";
import { beyondLimit, readLimits } from "./read-limits.ts";
import type { TreeHandler } from "./tree-handler.ts";

/**
 * Parses XML. Nothing outside the file is read, and a document that declares entities of its own is refused, so an
 * entity can neither include a file nor grow.
 */
export const parseXml: ParseTree = async function* (file, handler) {
  const decoder = iconv.getDecoder(await encodingOf(file), { stripBOM: true });
  const parser = sax.parser(true, { position: true });
  const fail = (message: string): never => {
    throw new ImportError(`${file}, line ${parser.line + 1}: not valid XML (${message}).`);
  };
  parser.onerror = (error) => {
    const message = (error.message.split("\n")[0] ?? "").trim();
    fail(
      /^(?:Unclosed root tag|Unexpected end)$/.test(message) ? "the file ends too early" : message,
    );
  };
  parser.ondoctype = (doctype) => {
    if (/<!ENTITY|\[/i.test(doctype)) fail("entities may not be declared");
  };
  reportElements(parser, handler, fail);
  let attributes = 0;
  parser.onopentagstart = () => {
    attributes = 0;
  };
  parser.onattribute = () => {
    attributes++;
    if (attributes > readLimits.attributes)
      throw beyondLimit(
        `${file}, line ${parser.line + 1}`,
        readLimits.attributes,
        "attributes of one element",
        "Export each car as an element of its own.",
      );
  };
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      parser.write(decoder.write(chunk));
      yield;
    }
    parser.write(decoder.end() ?? "").close();
  } catch (error) {
    if (error instanceof ImportError) throw error;
    // sax cannot read an attribute called "hasOwnProperty".
    fail("a name or a character that cannot be read");
  }
  yield;
};

type Element = {
  name: string;
  attributes: [string, string][];
  line: number;
  text: string;
  isOpen: boolean;
};

// An element is reported with its first child, because only a leaf is named by its attributes.
function reportElements(
  parser: sax.SAXParser,
  handler: TreeHandler,
  fail: (message: string) => never,
): void {
  const stack: Element[] = [];
  const open = (element: Element) => {
    if (element.isOpen) return;
    element.isOpen = true;
    handler.open(element.name, element.line);
    for (const [name, value] of element.attributes) handler.leaf(`@${name}`, value, false);
  };
  parser.onopentag = ({ name, attributes }) => {
    if (stack.length >= readLimits.xmlLevels) fail(`more than ${readLimits.xmlLevels} levels`);
    const parent = stack.at(-1);
    if (parent) open(parent);
    stack.push({
      name: localName(name),
      attributes: Object.entries(attributes).flatMap(([key, value]): [string, string][] =>
        /^xmlns|^xsi:|^xml:/.test(key) ? [] : [[localName(key), String(value)]],
      ),
      line: parser.line + 1,
      text: "",
      isOpen: false,
    });
  };
  const addText = (text: string) => {
    const element = stack.at(-1);
    if (!element) return;
    element.text += text;
    if (element.text.length > readLimits.cell) fail("a text is longer than a million characters");
  };
  parser.ontext = addText;
  parser.oncdata = addText;
  parser.onclosetag = () => {
    const element = stack.pop();
    if (!element) return;
    const { attributes } = element;
    const text = element.text.trim();
    // A car can be a single element with attributes.
    if (attributes.length > 2 && text === "") open(element);
    if (element.isOpen) return handler.close();
    const { label, rest } = labelOf(element);
    handler.leaf(label, text, false);
    for (const [name, value] of rest) handler.leaf(`${label}@${name}`, value, false);
  };
}

const genericNames =
  /^(?:attribute|attr|field|property|param|parameter|column|data|meta|feature_?value|item)$/i;

/** `<price type="net">` is "price[net]", `<attribute name="price">` is "price". */
function labelOf({ name, attributes }: Element): { label: string; rest: [string, string][] } {
  const names = genericNames.test(name) ? /^(?:name|key|type|code|id)$/i : /^(?:type|kind)$/i;
  const naming = attributes.find(
    ([key, value]) => names.test(key) && /^[^/@.[\]]{1,40}$/.test(value),
  );
  if (!naming) return { label: name, rest: attributes };
  const rest = attributes.filter((attribute) => attribute !== naming);
  return { label: genericNames.test(name) ? naming[1] : `${name}[${naming[1]}]`, rest };
}

const localName = (name: string) => name.slice(name.indexOf(":") + 1);

const declarations = new Map([
  ["iso-8859-1", "windows-1252"],
  ["windows-1252", "windows-1252"],
  ["iso-8859-2", "iso-8859-2"],
  ["windows-1250", "windows-1250"],
  ["iso-8859-9", "windows-1254"],
  ["windows-1254", "windows-1254"],
]);

async function encodingOf(file: string): Promise<string> {
  const detected = await detectEncoding(file);
  if (detected === "utf-8" || detected.startsWith("utf-16")) return detected;
  for await (const chunk of createReadStream(file, { end: 199 }) as AsyncIterable<Buffer>) {
    const stated = /encoding\s*=\s*["']([\w-]+)/i.exec(chunk.toString("latin1"))?.[1];
    return declarations.get(stated?.toLowerCase() ?? "") ?? detected;
  }
  return detected;
}
