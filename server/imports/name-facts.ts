import type { TreeHandler } from "./tree-handler.ts";

const lists =
  /^(?:attributes?|params?|parameters?|properties|additionalProperty|specs?|specifications?|fields?|characteristics|details)$/i;
const namesByRank = ["key", "name", "label"];
// Beside other facts, a name and a value are those of a car.
const ownLabels =
  /^(?:@?\w*type|key|name|label|value\w*|display\w*|unit\w*|currency\w*|code|id|slug|group|category|order|position)$/i;
const isName = (text: string) => /^[^/@.[\]]{1,40}$/.test(text);

type Leaf = { label: string; text: string; isNumber: boolean };

/** Reads `{"key": "brand", "value": "Audi"}` in a list of facts as the fact "brand" of the element around it. */
export function nameFacts(handler: TreeHandler): TreeHandler {
  let held: { name: string; line: number; leaves: Leaf[] } | null = null;
  const say = ({ label, text, isNumber }: Leaf) => handler.leaf(label, text, isNumber);
  const release = () => {
    if (!held) return;
    const { name, line, leaves } = held;
    held = null;
    handler.open(name, line);
    for (const leaf of leaves) say(leaf);
  };
  return {
    open(name, line) {
      release();
      if (lists.test(name)) held = { name, line, leaves: [] };
      else handler.open(name, line);
    },
    leaf(label, text, isNumber) {
      if (held) held.leaves.push({ label, text, isNumber });
      else handler.leaf(label, text, isNumber);
    },
    close() {
      const leaves = held?.leaves ?? [];
      const value = leaves.find(({ label }) => label === "value");
      const [naming] = namesByRank.flatMap(
        (rank) => leaves.find(({ label, text }) => label === rank && isName(text)) ?? [],
      );
      if (!naming || !value || !leaves.every(({ label }) => ownLabels.test(label))) {
        release();
        return handler.close();
      }
      held = null;
      say({ ...value, label: naming.text });
      // "unit" of a mileage or "currency" of a price.
      for (const leaf of leaves)
        if (/^(?:unit|currency)/i.test(leaf.label))
          say({ ...leaf, label: `${naming.text}@${leaf.label}` });
    },
  };
}
