import { fold as foldText } from "#shared/text/fold.ts";
import { bodyWords, fuelWords, transmissionWords } from "#shared/listings/listing-words.ts";
import type { Condition, Fuel, Transmission } from "#shared/listings/listing.ts";
import type { BodyType } from "#shared/makes/body-type.ts";

const foldedTexts = new Map<string, string>();
/** Folds a cell. The same few words fill most columns, and folding a text takes longer than looking it up. */
export function fold(text: string): string {
  const cachedText = foldedTexts.get(text);
  if (cachedText !== undefined) return cachedText;
  const folded = foldText(text);
  if (text.length <= 40 && foldedTexts.size < 5_000) foldedTexts.set(text, folded);
  return folded;
}

const conditionWords: Record<Condition, string> = {
  Excellent:
    "excellent,sehr gut,ausgezeichnet,hervorragend,like new,wie neu,idealny,bardzo dobry,doskonaly,excellente,excelente,mint,kituno,ujszeru",
  Good: "good,very good,gut,dobry,bon,bueno,clean,megkimelt",
  Fair: "fair,average,befriedigend,ausreichend,sredni,dostateczny,zadowalajacy,moyen,regular",
};
const damagedWords =
  "damaged,accident,accident damaged,salvage,unfall,unfallwagen,unfallfahrzeug,beschadigt,uszkodzony,powypadkowy,accidente,accidentado,write off,cat s,cat n,for parts,parts,bastlerfahrzeug,defekt,defect,lemon,junk,repairable,non runner,code 3,code 4,havarovane,havarovany,poskozene,poskozeny,bourane,skadad,krockskadad";

// Words that only feeds use: Italian, Dutch and American ones.
const moreFuelWords: Partial<Record<Fuel, string>> = {
  petrol:
    "benzina,benzine,bensin,benzinovy,gasolina sem chumbo,super 95,super 98,e5,e10,regular unleaded,premium unleaded",
  diesel: "gasolio,naftovy,motorova nafta,gazolaj,dizel,motorina,motorin",
  hybrid:
    "ibrida,ibrido,electric petrol,electric diesel,hybride elektrisch,hybrid elektrisch,hybride benzine,hybride diesel,hybrid benzin,hybrid diesel,hybride essence,hybridni,hybridni pohon,elhybrid,hybrid benzin,hybrid bensin,hybrid bensin el,hybrid diesel el,hibrid,hibrit,hibrida,hybrid benzin el,hibrido gasolina,hibrido gasoleo,hibrido diesel,hibrido a gasolina,hibrido a gasoleo,hibrid benzin,hibrid dizel,hibrid benzina,hibrid diesel,lagy hibrid",
  "plug-in hybrid":
    "laddhybrid,laddbar hybrid,plug in hybridni,plug in benzin,plug in bensin,plug in diesel,plugin benzin,plugin bensin,plugin diesel,plug in hybrid benzin,plug in hybrid bensin,plug in hybrid diesel,hibrido plug in,plug in hibrid,hibrid plug in,hibrid plugin,hibrit plug in,plug in hibrit,ladbar hybrid",
  electric:
    "elettrica,elettrico,elektriciteit,energia elettrica,el,elektricky,elektrina,elektromobil,elbil,elektrisitet,elektricitet,eletrico,eletrica,elektromos,elektrik,elektrikli",
  lpg: "gas lpg,lpg autogas,benzin lpg,benzin gaz,benzina gpl,gasolina gpl",
  other:
    "metano,e85,e85 flex fuel,flex fuel capability,etanol,fordonsgas,biogas,overig,altro,anders,gass,gnc,flex,andet,annet,outro,egyeb,alta,altul,diger",
};
const moreTransmissionWords: Partial<Record<Transmission, string>> = {
  manual:
    "manualni,mechanicka,handgeschakeld,handschakeling,schakel,manueel,manuelt gear,manuelt,manuel,duz vites,duz,kezi,caixa manual,cutie manuala",
  automatic:
    "automaticka,automatvaxel,automaat,cambio automatico,direct shift,automatgear,automatgir,otomatik,automata,trinlos,trinnlos",
  "semi-automatic": "felautomata,yari otomatik,semi automata",
};
const moreBodyWords: Partial<Record<BodyType, string>> = {
  estate:
    "stationwagen,stationwagon,familiale,herrgardsvagn,stationcar,st car,stasjonsvogn,carrinha",
  hatchback: "halvkombi,kombi 3 dors,kombi 5 dors,ferdehatu,csapott hatu",
  saloon: "limuzina,szedan,lepcsoshatu,lepcsos hatu",
  coupe: "sportkupe,cupe",
  van: "dodavka,skapbil,varebil,kassevogn,kassebil,panelvan",
  suv: "fuoristrada,terreinwagen,terenni,terenni suv,sport utility,gelandewagen pickup,off road,off road pick up,suv tt,suv offroad,terepjaro,varosi terepjaro,varosi terepjaro crossover,masina de teren,teren,arazi araci",
  mpv: "monovolume,ruimtewagen,familjebuss,minibuss,flerbruksbil,egyteru,monovolum",
  convertible: "decapottabile,spyder,descapotavel,kabrio,nyitott,decapotabila,ustu acik",
};
/** Words that only say that a value is not in the source's list. */
export const isOther = (text: string): boolean =>
  /^(?:other|others|andere[rs]?|sonstige[rs]?|inny|inna|inne|autre|otro|otra|altro|altra|overige?|anders|jin[aye]|ostatni|otr[ao]s?|altr[aei]|autres?|annan|annat|ovrigt|custom|andet|anden|annet|annen|outr[ao]s?|egyeb|alt(?:a|ul|ele|e)|diger)(?: (?:colou?r|farbe|kolor|couleur|colore|kleur|barva|farg|farve|farge|cor|szin|culoare|renk))?$/.test(
    fold(text),
  );

function byWord<T extends string>(
  words: Record<T, string>,
  more: Partial<Record<T, string>> = {},
): Map<string, T> {
  const entries = [...Object.entries(words), ...Object.entries(more)] as [T, string][];
  return new Map(
    entries.flatMap(([meaning, list]) => list.split(",").map((word) => [word, meaning] as const)),
  );
}
const lookups = {
  fuel: byWord(fuelWords, moreFuelWords),
  transmission: byWord<Transmission | "other">(
    {
      ...transmissionWords,
      other: "other,andere,inna,inny,autre,otro,altro,overig",
    },
    moreTransmissionWords,
  ),
  bodyType: byWord(bodyWords, moreBodyWords),
  condition: byWord<Condition | "damaged" | "unstated">({
    ...conditionWords,
    damaged: damagedWords,
    unstated:
      "used,gebraucht,gebrauchtwagen,gebrauchtfahrzeug,uzywany,uzywane,uzywana,usato,usata,gebruikt,tweedehands,occasion,usado,ojete,ojety,begagnad,begagnat,brugt,brukt,bruktbil,brugtbil,seminovo,hasznalt,normal,utilizat,second hand,rulat,ikinci el,2 el,serulesmentes,pre owned,preowned,certified,certified pre owned,cpo,nieuszkodzony,unfallfrei",
  }),
};
type Vocabularies = {
  fuel: Fuel;
  transmission: Transmission | "other";
  bodyType: BodyType;
  condition: Condition | "damaged" | "unstated";
};
export type Vocabulary = keyof Vocabularies;

/** The meaning of a feed's word in one vocabulary; null for an unknown word. */
export function meaningOf<V extends Vocabulary>(
  vocabulary: V,
  word: string,
): Vocabularies[V] | null {
  const lookup = lookups[vocabulary] as Map<string, Vocabularies[V]>;
  const folded = fold(word);
  return lookup.get(folded) ?? lookup.get(folded.replace(/ /g, "")) ?? null;
}

/**
 * The fuel of a list or description, such as "Electric/Gasoline" or "Hybrid (Benzin/Elektro)"; null if a part is unknown
 * or the parts do not fit together.
 */
export function fuelIn(text: string): Fuel | null {
  const parts = text
    .replace(/\(?(?:particulate|particle|partikel|diesel)[- ]?filter\)?/i, "")
    .split(/[/,+&()|]|\s(?:and|und|i|et|y|e|en|mit|with|og|[eé]s|[sșş]i|ve)\s/i)
    .map((part) =>
      fold(part)
        .replace(/ ?\b(?:fuel|kraftstoff|engine|system|vehicle|motor)\b ?/g, " ")
        .trim(),
    )
    .filter((part) => part !== "");
  const meant = new Set(parts.map((part) => meaningOf("fuel", part)));
  const has = (fuel: Fuel) => meant.has(fuel);
  if (meant.size === 0 || meant.has(null)) return null;
  if (has("plug-in hybrid")) return "plug-in hybrid";
  if (has("hybrid") || (has("electric") && (has("petrol") || has("diesel")))) return "hybrid";
  if (has("lpg") && has("petrol") && meant.size === 2) return "lpg";
  return meant.size === 1 ? ([...meant][0] ?? null) : null;
}

const semiAutomatic =
  /\b(?:semi ?auto\w*|felautomat\w*|yari otomatik|halbautomat\w*|polautomat\w*|poloautomat\w*|automated manual|auto(?:matic)? (?:shift )?manual|amt|smg|sequential\w*|zautomatyzowan\w*|robotized)\b/;
const automatic =
  /\b(?:automat\w*|otomatik|auto?|a t|dct|dsg|dkg|cvt|steptronic|tiptronic|s ?tronic|\dg ?tronic|dual clutch|doppelkupplung\w*|dwusprzeglow\w*|double embrayage|doble embrague|doppia frizione)\b/;
const manual =
  /\b(?:manual\w*|manuel\w*|duz vites|m t|\w*schaltgetriebe|handschalt\w*|schaltung|gangschaltung|reczn\w*|handgeschakeld|mechani[ck]\w*|mec+ani\w*)\b/;

/** The gearbox of a description, such as "8-Speed A/T" or "6-Gang-Schaltgetriebe"; null for none or several. */
export function transmissionIn(text: string): Transmission | null {
  const folded = fold(text).replace(/\bw o\b.*/, "");
  if (semiAutomatic.test(folded)) return "semi-automatic";
  // "Automatic with manual mode" is an automatic one.
  if (/^(?:\d+ (?:speed|gang) )?automatic (?:with|w) manual (?:mode|shift)/.test(folded))
    return "automatic";
  const isAutomatic = automatic.test(folded) || /^(?:\d+ speed )?at$/.test(folded);
  const isManual = manual.test(folded) || /^(?:\d+ speed )?mt$/.test(folded);
  return isAutomatic === isManual ? null : isAutomatic ? "automatic" : "manual";
}

/** The body of a description, such as "4D Sedan"; null for none or several. */
export function bodyIn(text: string): BodyType | null {
  const ambiguous = new Set(["break", "bus", "familiar", "truck", "compacto"]);
  const named = fold(text)
    .replace("sport utility", "suv")
    .split(" ")
    .filter((word) => !ambiguous.has(word))
    .flatMap((word) => meaningOf("bodyType", word) ?? []);
  return new Set(named).size === 1 ? (named[0] ?? null) : null;
}

/** The vocabularies with this word. A word of another column's vocabulary shows that the row's cells have shifted. */
export function vocabulariesWith(word: string): Vocabulary[] {
  if (isOther(word)) return [];
  return (Object.keys(lookups) as Vocabulary[]).filter(
    (vocabulary) => meaningOf(vocabulary, word) !== null,
  );
}

// Body types in model names. The body of a "Sportback" or a "Gran Coupe" depends on the model: see `bodyNamedIn`.
const bodyInModel: [RegExp, BodyType][] = [
  [/\b(avant|touring|estate|kombi|wagon|t modell|shooting brake|allroad|all terrain)\b/, "estate"],
  [/\b(cabrio|cabriolet|convertible|roadster|kabriolet|spyder|spider)\b/, "convertible"],
  [/\b(limousine|saloon|sedan|limuzyna|berlina|berline)\b/, "saloon"],
  [/\b(active tourer|gran tourer|grand tourer)\b/, "mpv"],
  [/\b(gran turismo|[3-6] ?gt|[3-6]er gt)\b/, "hatchback"],
  [/(?<!gran )\b(coupe|kupe)\b/, "coupe"],
];

/**
 * The body type in a model's name, e.g. estate for "A4 Avant"; null for none or several. `bodies` are those that the
 * model is sold with: only one of them can be meant.
 */
export function bodyNamedIn(model: string, bodies: readonly BodyType[] | null): BodyType | null {
  if (model === "") return null;
  const folded = fold(model);
  const named = bodyInModel.filter(([pattern]) => pattern.test(folded)).map(([, body]) => body);
  // Gran Coupés are hatchbacks (4 Series) or saloons (2, 6 and 8 Series).
  if (/\bgran coupe\b/.test(folded)) {
    const kinds = (["hatchback", "saloon"] as const).filter((body) => bodies?.includes(body));
    const kind = /\b4(?: series|er|\d\d)/.test(folded) ? "hatchback" : "saloon";
    if (kinds.length > 0) named.push(kinds.includes(kind) ? kind : kinds[0]!);
  }
  if (/\bsportback\b/.test(folded) && bodies?.includes("hatchback")) named.push("hatchback");
  const [body] = named;
  return body && new Set(named).size === 1 && (!bodies || bodies.includes(body)) ? body : null;
}
