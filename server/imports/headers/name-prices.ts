import { readLimits } from "../files/read-limits.ts";
import type { TreeHandler } from "../files/tree-handler.ts";

const lists = /^(?:prices|preise|prix|prijzen|ceny|precios|prezzi|priser)$/i;
const onePrice = /^(?:price|preis|prix|prijs|cena|precio|prezzo|pris)$/i;
const naming = /^@?(?:type|kind|name|label|price_?type)$/i;
const kinds =
  /^(?:retail|consumer|public|asking|selling|sale|special|promo\w*|discount\w*|offer|cash|gross|brutto|net|netto|regular|normal|list|msrp|rrp|uvp|old|was|original|trade|dealer|wholesale|b2b|cost|purchase|export|finance|lease|leasing|monthly|deposit)$/i;

/** Names the prices of a list by their types: those of `{"type": "retail", "value": 30000}` are "prices[retail]/value". */
export function namePrices(handler: TreeHandler): TreeHandler {
  const path: string[] = [];
  // The price that is open, whose type is not known before it closes.
  let openPrice: { name: string; line: number; inside: string[]; type: string | null } | null =
    null;
  let events: (() => void)[] = [];
  const release = () => {
    if (!openPrice) return;
    const { name, line, inside, type } = openPrice;
    const waitingEvents = events;
    openPrice = null;
    events = [];
    path.push(name, ...inside);
    handler.open(type ? `${name}[${type}]` : name, line);
    for (const say of waitingEvents) say();
  };
  const wait = (say: () => void) => {
    if (events.push(say) >= readLimits.waitingFacts) release();
  };
  return {
    open(name, line) {
      if (openPrice?.inside.length === 0 && onePrice.test(name)) release();
      if (openPrice) {
        openPrice.inside.push(name);
        wait(() => handler.open(name, line));
      } else if (lists.test(name) || (onePrice.test(name) && lists.test(path.at(-1) ?? ""))) {
        openPrice = { name, line, inside: [], type: null };
      } else {
        path.push(name);
        handler.open(name, line);
      }
    },
    leaf(label, text, isNumber) {
      if (!openPrice) return handler.leaf(label, text, isNumber);
      if (openPrice.inside.length === 0 && naming.test(label) && kinds.test(text))
        openPrice.type = text;
      else wait(() => handler.leaf(label, text, isNumber));
    },
    close() {
      if (openPrice && openPrice.inside.length > 0) {
        openPrice.inside.pop();
        wait(() => handler.close());
        return;
      }
      release();
      path.pop();
      handler.close();
    },
  };
}
