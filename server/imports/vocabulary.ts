import type { BodyType, Condition, Fuel, Transmission } from "#shared/listings/listing.ts";
import { fold } from "./fold.ts";

// The words that feeds use for each value: English (UK, US, ZA), German, Polish, French, Spanish; folded.
const fuelWords: Record<Fuel, string> = {
  petrol:
    "petrol,gasoline,gas,unleaded,benzin,benziner,super,super plus,super e10,benzyna,benzinowy,essence,gasolina,nafta,bencina,pb",
  diesel: "diesel,heavy oil,olej napedowy,on,gasoil,gazole,gasoleo,tdi",
  hybrid:
    "hybrid,petrol hybrid,hybrid petrol,diesel hybrid,petrol electric hybrid,hybrid petrol electric,hybrid diesel electric,gasoline hybrid,full hybrid,mild hybrid,mhev,hev,hybrid benzin elektro,hybrid diesel elektro,benzin hybrid,elektro benzin,elektro diesel,hybryda,hybrydowy,hybride,hibrido,petrol mild hybrid,diesel mild hybrid,benzyna hybryda",
  "plug-in hybrid":
    "plug in hybrid,phev,plugin hybrid,petrol plug in hybrid,diesel plug in hybrid,hybrid plug in,hybryda plug in,hybride rechargeable,hibrido enchufable,plug in",
  electric:
    "electric,elektro,elektrisch,elektryczny,ev,bev,electrique,electrico,battery electric,strom",
  lpg: "lpg,autogas,autogas lpg,benzyna lpg,benzyna gaz,lpg gaz,petrol lpg,gpl,glp",
  other:
    "other,andere,sonstige,inny,inne,autre,otro,bi fuel,cng,erdgas,erdgas cng,ethanol,ethanol flexfuel e85,flex fuel,hydrogen,wasserstoff,wodor,benzyna cng",
};
const transmissionWords: Record<Transmission, string> = {
  manual:
    "manual,manual gearbox,manual transmission,schaltgetriebe,manuell,handschaltung,schaltung,manualna,reczna,manuelle,boite manuelle,mechanical,5 speed manual,6 speed manual,manuale",
  automatic:
    "automatic,auto,automatic gearbox,automatic transmission,automatik,automatikgetriebe,automatisch,automatyczna,automat,automatique,automatica,automatico,boite automatique,dsg,tiptronic,steptronic,cvt,s tronic,7g tronic,9g tronic,dct,automatyczna dwusprzeglowa dct dsg",
  "semi-automatic":
    "semi auto,semi automatic,semiautomatic,halbautomatik,polautomatyczna,semi automatique,semiautomatica,automated manual,automatic manual",
};
const bodyWords: Record<BodyType, string> = {
  saloon: "saloon,sedan,limousine,stufenheck,berline,berlina,limuzyna",
  estate:
    "estate,wagon,station wagon,stationwagon,kombi,combi,kombinationswagen,break,touring,avant,t modell,shooting brake,familiar",
  hatchback:
    "hatchback,hatch,schragheck,kompakt,kompaktwagen,compacto,liftback,fliessheck,sportback,sporthatch",
  suv: "suv,4x4,sport utility vehicle,crossover,gelandewagen,suv gelandewagen pickup,suv gelandewagen,off roader,terenowy,todoterreno,tout terrain,suv crossover",
  coupe: "coupe,kupe,sportwagen coupe,coupe sportwagen,2 door coupe",
  convertible:
    "convertible,cabrio,cabriolet,cabrio roadster,cabriolet roadster,roadster,kabriolet,descapotable,spider,spyder,drop top,soft top",
  mpv: "mpv,minivan,van kleinbus,people carrier,grossraumlimousine,monospace,monovolumen,minibus,bus",
  van: "van,panel van,transporter,kastenwagen,furgon,fourgon,furgoneta",
  pickup: "pickup,pick up,bakkie,double cab,truck",
};
const conditionWords: Record<Condition, string> = {
  Excellent:
    "excellent,sehr gut,ausgezeichnet,hervorragend,like new,wie neu,idealny,bardzo dobry,doskonaly,excellente,excelente,mint",
  Good: "good,very good,gut,dobry,bon,bueno,clean",
  Fair: "fair,average,befriedigend,ausreichend,sredni,dostateczny,zadowalajacy,moyen,regular",
};
const damagedWords =
  "damaged,accident,accident damaged,salvage,unfall,unfallwagen,unfallfahrzeug,beschadigt,uszkodzony,powypadkowy,accidente,accidentado,write off,cat s,cat n,for parts,bastlerfahrzeug,defekt";

function byWord<T extends string>(words: Record<T, string>): Map<string, T> {
  const entries = Object.entries(words) as [T, string][];
  return new Map(
    entries.flatMap(([meaning, list]) => list.split(",").map((word) => [word, meaning] as const)),
  );
}
const lookups = {
  fuel: byWord(fuelWords),
  transmission: byWord<Transmission | "other">({
    ...transmissionWords,
    other: "other,andere,inna,inny,autre,otro",
  }),
  bodyType: byWord(bodyWords),
  condition: byWord<Condition | "damaged" | "unstated">({
    ...conditionWords,
    damaged: damagedWords,
    unstated:
      "used,gebraucht,gebrauchtwagen,uzywany,occasion,usado,pre owned,preowned,certified,certified pre owned,cpo,nieuszkodzony,unfallfrei",
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

/** The vocabularies with this word. A word of another column's vocabulary shows that the row's cells have shifted. */
export function vocabulariesWith(word: string): Vocabulary[] {
  return (Object.keys(lookups) as Vocabulary[]).filter(
    (vocabulary) => meaningOf(vocabulary, word) !== null,
  );
}

// Body types in model names. "Sportback" and "Gran Coupe" are missing: their body depends on the model.
const bodyInModel: [RegExp, BodyType][] = [
  [/\b(avant|touring|estate|kombi|wagon|t modell|shooting brake|allroad)\b/, "estate"],
  [/\b(cabrio|cabriolet|convertible|roadster|kabriolet)\b/, "convertible"],
  [/\b(limousine|saloon|sedan)\b/, "saloon"],
  [/(?<!gran )\b(coupe|kupe)\b/, "coupe"],
];

/** The body type in a model's name, e.g. estate for "A4 Avant"; null for none or several. */
export function bodyNamedIn(model: string): BodyType | null {
  const folded = fold(model);
  const named = bodyInModel.filter(([pattern]) => pattern.test(folded)).map(([, body]) => body);
  return named.length === 1 ? (named[0] ?? null) : null;
}
