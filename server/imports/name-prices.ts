import type { TreeHandler } from "./tree-handler.ts";

const lists = /^(?:prices|preise|prix|prijzen|ceny|precios|prezzi|priser)$/i;
const onePrice = /^(?:price|preis|prix|prijs|cena|precio|prezzo|pris)$/i;
const naming = /^@?(?:type|kind|name|label|price_?type)$/i;
const kinds =
  /^(?:retail|consumer|public|asking|selling|sale|special|promo\w*|discount\w*|offer|cash|gross|brutto|net|netto|regular|normal|list|msrp|rrp|uvp|old|was|original|trade|dealer|wholesale|b2b|cost|purchase|export|finance|lease|leasing|monthly|deposit)$/i;

/** Names the prices of a list by their types: those of `{"type": "retail", "value": 30000}` are "prices[retail]/value". */
export function namePrices(handler: TreeHandler): TreeHandler {
  const path: string[] = [];
  // The price that is open, whose type is not known before it closes.
  let held: { name: string; line: number; depth: number; type: string | null } | null = null;
  let events: (() => void)[] = [];
  const release = () => {
    if (!held) return;
    const { name, line, type } = held;
    const said = events;
    held = null;
    events = [];
    path.push(name);
    handler.open(type ? `${name}[${type}]` : name, line);
    for (const say of said) say();
  };
  return {
    open(name, line) {
      if (held && held.depth === 0 && onePrice.test(name)) release();
      if (held) {
        held.depth++;
        events.push(() => handler.open(name, line));
      } else if (lists.test(name) || (onePrice.test(name) && lists.test(path.at(-1) ?? ""))) {
        held = { name, line, depth: 0, type: null };
      } else {
        path.push(name);
        handler.open(name, line);
      }
    },
    leaf(label, text, isNumber) {
      if (!held) return handler.leaf(label, text, isNumber);
      if (held.depth === 0 && naming.test(label) && kinds.test(text)) held.type = text;
      else events.push(() => handler.leaf(label, text, isNumber));
    },
    close() {
      if (held && held.depth > 0) {
        held.depth--;
        events.push(() => handler.close());
        return;
      }
      release();
      path.pop();
      handler.close();
    },
  };
}
