/** Words that sellers use for the same thing, folded. A search for one also finds the others, ranked lower. */
const groups = [
  "allrad,allradantrieb,awd,4wd,xdrive,4matic,quattro",
  "navi,nav,satnav,navigation,navigationssystem",
  "leather,leder",
  "sunroof,schiebedach",
  "towbar,ahk,anhangerkupplung",
  "alloys,alufelgen",
  "warranty,garantie",
];

const others = new Map(
  groups
    .map((group) => group.split(","))
    .flatMap((words) =>
      words.map((word) => [word, words.filter((other) => other !== word)] as const),
    ),
);

// Names of one maker: someone who types them wants those cars.
for (const word of ["quattro", "xdrive", "4matic"]) others.delete(word);

/** Other words for the same thing. */
export function synonymsOf(word: string): readonly string[] {
  return others.get(word) ?? [];
}
