import type { PageSearchAnswer } from "#shared/search/search-contract.ts";
import { ownBytes } from "#web/platform/loading/own-bytes.ts";
import { embeddedAnswerId } from "./first-search.ts";
import type { DocumentPieces } from "../page-services.ts";

/** The answer of a search as JSON, for a browser that has a page of the shop already. */
export function encodeAnswer(answer: PageSearchAnswer): string {
  const pieces = piecesOf(answer);
  return pieces.map((piece) => (typeof piece === "string" ? piece : piece.toString())).join("");
}

/**
 * The answer as a part of a document. React Router would encode it twice and run it as a script, whose hash the content
 * policy needs; this costs a fraction of the time.
 */
export function embedAnswer(answer: PageSearchAnswer): DocumentPieces {
  const start = `<script type="application/json" id="${embeddedAnswerId}">`;
  return [start, ...piecesOf(answer), "</script>"];
}

function piecesOf({ listings, facets, ...rest }: PageSearchAnswer): (string | Buffer)[] {
  const cars = listings.flatMap((car, at) => (at === 0 ? [bytesOf(car)] : [",", bytesOf(car)]));
  const counts = facets ? [',"facets":', bytesOf(facets)] : [];
  return ['{"listings":[', ...cars, "]", ...counts, `,${encode(rest).slice(1)}`];
}

const encoded = new WeakMap<object, Buffer>();

/** The JSON of a car or of facets, kept for as long as the object is: pages show the same ones again and again. */
function bytesOf(object: object): Buffer {
  const encodedJson = encoded.get(object);
  if (encodedJson) return encodedJson;
  const bytes = ownBytes(encode(object));
  encoded.set(object, bytes);
  return bytes;
}

/** JSON that cannot end the script it is in. */
function encode(value: object): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}
