import { readLimits } from "./read-limits.ts";
import type { TreeHandler } from "./tree-handler.ts";

const lists =
  /^(?:attributes?|params?|parameters?|properties|additionalProperty|specs?|specifications?|fields?|characteristics|details)$/i;
const namesByRank = ["key", "name", "label"];
// Beside other facts, a name and a value are those of a car.
const ownLabels =
  /^(?:@?\w*type|key|name|label|value\w*|display\w*|unit\w*|currency\w*|code|id|slug|group|category|order|position|generic)$/i;
const isName = (text: string) => /^(?:[^/@.[\]]{1,20}\/)?[^/@.[\]]{1,40}$/.test(text);

type Leaf = { label: string; text: string; isNumber: boolean };
/** A fact that is open. `inner`: what an object as its value says; `isInner`: whether that is open. */
type OpenFact = {
  name: string;
  line: number;
  leaves: Leaf[];
  inner: Leaf[] | null;
  isInner: boolean;
};

/**
 * Reads `{"key": "brand", "value": "Audi"}` in a list of facts as the fact "brand" of the element around it. The value
 * can be an object (`{"key": "audi", "label": "Audi"}`) or a list of one (`"values": ["Audi"]`).
 */
export function nameFacts(handler: TreeHandler): TreeHandler {
  let openFact: OpenFact | null = null;
  const say = ({ label, text, isNumber }: Leaf) => handler.leaf(label, text, isNumber);
  const release = () => {
    if (!openFact) return;
    const { name, line, leaves, inner, isInner } = openFact;
    openFact = null;
    handler.open(name, line);
    for (const leaf of leaves) say(leaf);
    if (!inner) return;
    handler.open("value", line);
    for (const leaf of inner) say(leaf);
    if (!isInner) handler.close();
  };
  return {
    open(name, line) {
      if (openFact && !openFact.inner && name === "value") {
        openFact.inner = [];
        openFact.isInner = true;
        return;
      }
      release();
      if (lists.test(name)) openFact = { name, line, leaves: [], inner: null, isInner: false };
      else handler.open(name, line);
    },
    leaf(label, text, isNumber) {
      if (
        openFact &&
        openFact.leaves.length + (openFact.inner?.length ?? 0) >= readLimits.waitingFacts
      )
        release();
      if (!openFact) handler.leaf(label, text, isNumber);
      else (openFact.isInner ? openFact.inner! : openFact.leaves).push({ label, text, isNumber });
    },
    close() {
      if (openFact?.isInner) {
        openFact.isInner = false;
        return;
      }
      const fact = openFact && factOf(openFact);
      if (!fact) {
        release();
        return handler.close();
      }
      openFact = null;
      for (const leaf of fact) say(leaf);
    },
  };
}

/** The fact that a list's element names, and its unit or currency; null if it is about something else. */
function factOf({ leaves, inner }: OpenFact): Leaf[] | null {
  const [naming] = namesByRank.flatMap(
    (rank) => leaves.find(({ label, text }) => label === rank && isName(text)) ?? [],
  );
  if (!naming || !leaves.every(({ label }) => ownLabels.test(label))) return null;
  const named = (label: string, from: readonly Leaf[]) => from.find((leaf) => leaf.label === label);
  const listed = leaves.filter(({ label }) => label === "values");
  const value =
    named("value", leaves) ??
    (inner
      ? (named("value", inner) ?? named("label", inner))
      : listed.length === 1
        ? listed[0]
        : undefined);
  if (!value) return null;
  // "CAR_MODEL/MAKE"
  const label = naming.text.split("/").at(-1)!;
  // "unit" of a mileage or "currency" of a price.
  const units = [...leaves, ...(inner ?? [])].filter((leaf) =>
    /^(?:unit|currency)/i.test(leaf.label),
  );
  return [
    { ...value, label },
    ...units.map((leaf) => ({ ...leaf, label: `${label}@${leaf.label}` })),
  ];
}
