// In Russian, Ukrainian and Bulgarian. `\b` knows no Cyrillic letters, and folding makes "й" an "и".
const signs =
  /(?<!\p{L})(?:дтп|бит(?:ыи|ая|ые|ое|а|ии)?|не на ходу|на запчаст\p{L}+|на части|(?:после|в|у|після) авар\p{L}+|авари(?:ина|ен)|поврежд\p{L}+|пошкод\p{L}+|ударен[ао]?|катастрофирал\p{L}*|утоплен\p{L}*|утопленник|требует (?:\p{L}+ )?ремонта|потребує (?:\p{L}+ )?ремонту|под восстановление|тотал\p{L}*|не заводится|не заводиться)(?!\p{L})/gu;
const negated =
  /(?<!\p{L})(?:не|без|нет|ни|никаких|никогда не|немає|ніколи не)(?: (?:был[ао]?|було|був|була|в|у|участвовал[ао]?|попадал[ао]?|побывал[ао]?|брав|брала|участі|единого|одного|серьезных|никаких))* $/u;
const denied = /^ (?:нет|немає|не (?:был[ао]?|було|участвовал|попадал|брав|брала|имеет|мал[ао]))/u;

/** Whether a folded text in Cyrillic letters says that the car is damaged, that it is not, or neither. */
export function cyrillicDamage(folded: string): "damaged" | "negated" | "silent" {
  let state: "negated" | "silent" = "silent";
  for (const match of folded.matchAll(signs)) {
    const before = folded.slice(0, match.index);
    const after = folded.slice(match.index + match[0].length);
    if (!negated.test(before) && !denied.test(after)) return "damaged";
    state = "negated";
  }
  return state;
}
