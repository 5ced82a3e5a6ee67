import { TokenType, Tokenizer } from "@streamparser/json";
import { detectEncoding } from "./detect-encoding.ts";
import { numberText, type ParseTree } from "./feed-tree.ts";
import { ImportError } from "../import-error.ts";
import { beyondLimit, readLimits } from "./read-limits.ts";
import { readText } from "./read-records.ts";
import type { TreeHandler } from "./tree-handler.ts";

const cutOff = "the file ends too early";

/** Parses JSON, or JSON values on separate lines. An array's elements have the name of the array. */
export const parseJson: ParseTree = async function* (file, handler) {
  let line = 1;
  const fail = (message: string): never => {
    throw new ImportError(`${file}, line ${line}: not valid JSON (${message}).`);
  };
  const grammar = createGrammar(handler, () => line, fail);
  const tokenizer = new Tokenizer({ separator: "" });
  // The tokenizer buffers a token until it ends, so what it was given since the last one is bounded.
  let waiting = 0;
  tokenizer.onToken = ({ token, value }) => {
    waiting = 0;
    grammar.accept(token, value);
  };
  tokenizer.onError = (error) => {
    throw error;
  };
  try {
    for await (const text of readText(file, await detectEncoding(file))) {
      for (const row of text.split(/(?<=\n)/)) {
        waiting += row.length;
        tokenizer.write(row);
        if (waiting > readLimits.cell)
          throw beyondLimit(
            `${file}, line ${line}`,
            readLimits.cell,
            "characters in one value",
            "Shorten or leave out the value.",
          );
        if (row.endsWith("\n")) line++;
      }
      yield;
    }
    if (!tokenizer.isEnded) endOf(tokenizer, fail);
    grammar.end();
  } catch (error) {
    if (error instanceof ImportError) throw error;
    fail((error as Error).message.split(/[.\n]/)[0] ?? "");
  }
  yield;
};

function endOf(tokenizer: Tokenizer, fail: (message: string) => never): void {
  // Its own message names a state of the tokenizer.
  tokenizer.onError = () => fail(cutOff);
  tokenizer.end();
}

type Frame = { isArray: boolean; name: string; key: string | null };
type Expected = "value" | "valueOrEnd" | "key" | "keyOrEnd" | "colon" | "commaOrEnd";

/** Checks the order of JSON's tokens, which the tokenizer does not, and reports elements and facts. */
function createGrammar(handler: TreeHandler, line: () => number, fail: (message: string) => never) {
  const stack: Frame[] = [];
  let expected: Expected = "value";
  const nameOfValue = () => {
    const top = stack.at(-1);
    return top ? (top.key ?? top.name) : "item";
  };
  const isArray = (frame: Frame | undefined) => frame?.isArray === true;
  const finishValue = () => {
    expected = stack.length === 0 ? "value" : "commaOrEnd";
  };
  const open = (array: boolean) => {
    if (expected !== "value" && expected !== "valueOrEnd") fail("misplaced bracket");
    if (stack.length >= readLimits.jsonLevels) fail(`more than ${readLimits.jsonLevels} levels`);
    const name = nameOfValue();
    // An array is not an element itself: each of its objects is.
    if (!array) handler.open(name, line());
    stack.push({ isArray: array, name, key: null });
    expected = array ? "valueOrEnd" : "keyOrEnd";
  };
  const close = (array: boolean) => {
    const top = stack.pop();
    const allowed = array ? "valueOrEnd" : "keyOrEnd";
    if (!top || top.isArray !== array || (expected !== "commaOrEnd" && expected !== allowed))
      fail("misplaced bracket");
    if (!array) handler.close();
    finishValue();
  };
  const scalar = (token: TokenType, value: unknown) => {
    if (token === TokenType.STRING && (expected === "key" || expected === "keyOrEnd")) {
      stack.at(-1)!.key = String(value);
      expected = "colon";
      return;
    }
    if (expected !== "value" && expected !== "valueOrEnd") fail("misplaced value");
    if (stack.length === 0) fail("not an object or array");
    const text =
      value === null ? "" : typeof value === "number" ? numberText(value) : String(value);
    // Arrays directly in the root have no element around them.
    if (stack.some((frame) => !isArray(frame)))
      handler.leaf(nameOfValue(), text, typeof value === "number");
    finishValue();
  };
  return {
    accept(token: TokenType, value: unknown) {
      if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET)
        open(token === TokenType.LEFT_BRACKET);
      else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET)
        close(token === TokenType.RIGHT_BRACKET);
      else if (token === TokenType.COLON) {
        if (expected !== "colon") fail("misplaced colon");
        expected = "value";
      } else if (token === TokenType.COMMA) {
        if (expected !== "commaOrEnd") fail("misplaced comma");
        expected = isArray(stack.at(-1)) ? "value" : "key";
      } else if (token !== TokenType.SEPARATOR) scalar(token, value);
    },
    end() {
      if (stack.length > 0) fail(cutOff);
    },
  };
}
