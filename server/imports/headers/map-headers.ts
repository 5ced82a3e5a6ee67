import { leaveOutBuildDates, leaveOutIds, nameModel, namePrice } from "./choose-columns.ts";
import { currenciesOf } from "../facts/prices/currency-words.ts";
import type { Column, CurrencySymbols, HeaderMap } from "../feed-context.ts";
import { damageInHeader } from "../facts/find-damage.ts";
import { fold } from "#shared/text/fold.ts";
import { amountNames, foldHeader, splitUnit } from "./header-name.ts";
import { type Field } from "./feed-fields.ts";
import { distanceUnitInName, swedishMileage } from "./header-words.ts";
import { lookUpHeader, type KnownHeader } from "./known-headers.ts";
import { engineUnitOf } from "../facts/read-engine-size.ts";
import { economyOfHeader, economyUnitOf } from "../facts/read-fuel-economy.ts";
import { distanceUnitOf } from "../facts/read-mileage.ts";
import { isRestated, scaleOf, withoutMinorWord } from "../facts/prices/price-scale.ts";
import { isMonthly, isNotPaid, isSpecial } from "../facts/prices/price-units.ts";
import { powerUnitOf } from "../facts/read-power.ts";
import { readLimits } from "../files/read-limits.ts";

/** Columns that our report adds. They are ignored when a corrected report is imported. */
export const isReportColumn = (header: string): boolean =>
  /^marque_(?:line|column|reason)$/.test(header.trim());

/** The recognized headers. `own` is the operator's --map, which comes first. */
export function mapHeaders(
  headers: readonly string[],
  own: HeaderMap = new Map(),
  symbols: CurrencySymbols = new Map(),
): Column[] {
  const times = new Map<Field, number>();
  const columns = headers.flatMap((header, index) => {
    if (header.length > readLimits.header) return [];
    // "@type" names the kind of a thing in JSON-LD.
    const isFact = !isReportColumn(header) && !/(?:^|\/)@(?:type|context)$|\/@id$/.test(header);
    const column = isFact ? mapHeader(header, own, symbols) : null;
    if (!column) return [];
    // A price that the operator chose is in major units, or as its name says.
    const beside = own.has(fold(header)) ? [] : headers;
    const { field } = column;
    const before = times.get(field) ?? 0;
    times.set(field, before + 1);
    if (before >= (amounts.has(field) ? readLimits.samePrice : readLimits.sameFact)) return [];
    const scale = amounts.has(field)
      ? scaleOf(header, beside, field === "tax" ? "tax" : "price")
      : null;
    return [{ ...column, index, header, scale }];
  });
  namePrice(columns);
  nameModel(columns);
  const stated = columns.filter(({ field }) => field === "price").map(({ header }) => header);
  return leaveOutBuildDates(leaveOutIds(columns)).filter(
    ({ field, header }) =>
      field !== "price" || own.has(fold(header)) || !isRestated(header, stated),
  );
}

function mapHeader(
  stated: string,
  own: HeaderMap,
  symbols: CurrencySymbols,
): Omit<Column, "index" | "header" | "scale"> | null {
  // Salesforce marks own fields: "Model_Year__c".
  const header = own.has(fold(stated)) ? stated : stated.replace(/__c$/i, "");
  const { name, unit } = splitUnit(header);
  const chosen = own.get(fold(header));
  if (chosen === null) return null;
  const mapped = typeof chosen === "string" ? { field: chosen, values: null } : chosen;
  const recognized = mapped && !mapped.values ? null : recognize(header, name, unit);
  const knownHeader: KnownHeader | null = mapped ? asMapped(mapped.field, recognized) : recognized;
  if (!knownHeader) return null;
  // A price without tax is not what a buyer pays, and a monthly rate is no price.
  if (prices.has(knownHeader.field) && unit && isNotPaid(unit)) return null;
  if (knownHeader.field === "tax" && unit && isMonthly(unit)) return null;
  const isOffer = prices.has(knownHeader.field) && unit !== null && isSpecial(unit);
  const field = isOffer ? "specialPrice" : knownHeader.field;
  const statedUnit = isOffer
    ? null
    : (unit ?? ("unit" in knownHeader ? (knownHeader.unit ?? null) : null));
  return {
    field,
    languages: knownHeader.languages,
    repeated: knownHeader.repeated ?? false,
    values: mapped?.values ?? null,
    ...unitsOf(field, foldHeader(name), foldHeader(header), statedUnit, symbols),
  };
}

function recognize(header: string, name: string, unit: string | null): KnownHeader | null {
  return (
    lookUpHeader(wholeHeaders.get(header.trim().toLowerCase()) ?? foldHeader(header)) ??
    // "Stock #", but not "Stock", which may count cars.
    lookUpHeader(foldHeader(name.replace(/ ?#$/, " number"))) ??
    withoutTrailingUnit(foldHeader(header)) ??
    atEndOfPath(name) ??
    priceInMinorUnits(header) ??
    grossPrice(foldHeader(name), unit) ??
    damageField(header)
  );
}

/** A column that the operator named. If only its values were mapped, its header still shows the feed's language. */
function asMapped(field: Field, recognized: KnownHeader | null): KnownHeader {
  if (recognized?.field !== field) return { field, languages: [] };
  const { languages, repeated = false } = recognized;
  return { field, languages, repeated };
}

// Headers that mean this only if they are not the end of a path.
const wholeHeaders = new Map([
  ["@id", "reference"],
  ["id", "reference"],
  ["_id", "reference"],
  ["unit", "mileage unit"],
  ["units", "mileage unit"],
]);

const prices = new Set<Field>(["price", "regularPrice", "specialPrice", "totalPrice"]);
const amounts = new Set<Field>([...prices, "tax"]);
const measured = new Set<Field>([...amounts, "mileage", "engineSize", "fuelEconomy", "power"]);

// Elements around a fact that do not change its meaning. "finance", for example, does: "finance/price" is another
// price.
const plainParents = new Set(
  "adverts,retail adverts,standard,price info,prijzen,verkoopprijs particulier,results,result,items,vehicule,vehicules,voiture,annonce,annonces,prix,moteur,motorisation,caracteristiques,veicolo,veicoli,annuncio,annunci,prezzo,motore,vehiculo,vehiculos,coche,anuncio,anuncios,precio,pojazd,pojazdy,ogloszenie,ogloszenia,cena,silnik,voertuig,voertuigen,advertentie,prijs,fahrzeuge,inserat,inserate,anzeige,preis,preise,technik,vehicle,vehicles,classification,condition,public price,consumer price,biler,annoncer,annonse,annonser,kjoretoy,viatura,viaturas,veiculo,veiculos,preco,hirdetes,hirdetesek,jarmu,jarmuvek,vetelar,anunt,anunturi,masina,masini,vehicul,pret,arac,araclar,ilan,ilanlar,otomobil,fiyat,vuz,vozidlo,vozidla,inzerat,inzeraty,bil,bilar,fordon,annons,annonser,pris,price specification,price sale,price special,prices sale,prices special,car,cars,ad,ads,advert,listing,item,offer,offers,data,attributes,details,detail,specification,specifications,specs,specifics,general,basic,technical,engine,motor,price,pricing,prices,public,mileage,odometer,fahrzeug,fahrzeugdaten,auto,make,model,body,drivetrain,performance,registration,identity,info,information,facts,characteristics,parameters,metadata,meta,export,feed,record,row,entry".split(
    ",",
  ),
);
const exact = new Set<Field>([
  ...prices,
  "make",
  "model",
  "year",
  "firstRegistration",
  "currency",
  "mileage",
  "mileageUnit",
  "title",
  "availability",
  "sold",
  "reference",
]);
const otherThings =
  /dealer|seller|contact|person|company|customer|previous|financ|leas|warrant|interior|tyre|tire|wheel|battery|insurance|similar|related|recommend|comparable|competitor|trade ?in|part exchange/;
const attributeNames = new Set(
  "value,raw,key,text,t,url,href,src,uri,content,display value".split(","),
);
// These end a path like an attribute, but "kwota" and "consumerPrice/amount" are headers themselves.
const partOfPath = new Set(amountNames);

const isPrice = (name: string) =>
  /(?:^| )(?:prices?|pricing|prix|preise?|precio|prezzo|cena|prijs|pris|preco|pret|vetelar|fiyat)$/.test(
    name,
  );
// "price/tax" is part of the price, not what the car costs a year, and "price/type" is no type of car.
const partsOfPrice = new Set("tax,vat,steuer,podatek,type,kategorie".split(","));

/** The field of a path in XML or JSON, such as "vehicle/engine/fuel@key". */
function atEndOfPath(path: string): KnownHeader | null {
  if (!/^[^\s/@.]+(?:(?:\/@|[/@.])[^\s/@.]+)+$/.test(path)) return null;
  const steps = path
    .replace("/@", "@")
    .split(/[/@.]/)
    .map((step) => foldHeader(withoutRemark(step)));
  if (steps.length > readLimits.headerSteps) return null;
  if (attributeNames.has(steps.at(-1) ?? "")) steps.pop();
  const knownHeader = atEndOf(steps);
  if (knownHeader || !partOfPath.has(steps.at(-1) ?? "")) return knownHeader;
  const counted = atEndOf(steps.slice(0, -1));
  return counted && measured.has(counted.field) ? counted : null;
}

function atEndOf(steps: readonly string[]): KnownHeader | null {
  for (let from = 0; from < steps.length; from++) {
    const name = steps.slice(from).join(" ");
    const knownHeader = lookUpHeader(name) ?? withoutTrailingUnit(name);
    // An offer's price is the price: only "offerPrice" is a special one.
    if (!knownHeader || (knownHeader.field === "specialPrice" && /^offers? /.test(name))) continue;
    const parents = steps.slice(0, from);
    if (
      knownHeader.field !== "vat" &&
      partsOfPrice.has(name) &&
      parents.some((parent) => isPrice(parent))
    )
      return null;
    const place = knownHeader.field === "location" || knownHeader.field === "postcode";
    if (exact.has(knownHeader.field) && !parents.every((parent) => plainParents.has(parent)))
      return null;
    return parents.some((parent) => otherThings.test(parent)) && !place ? null : knownHeader;
  }
  return null;
}

/** "Brutto €", as below a heading "Preis". */
function grossPrice(name: string, unit: string | null): KnownHeader | null {
  const isGross = /^(?:brutto|gross|ttc|incl vat)$/.test(name);
  return isGross && unit && currenciesOf(unit).length > 0
    ? { field: "price", languages: [] }
    : null;
}

/** "priceInCents" and "price/centAmount" are prices, too. */
function priceInMinorUnits(header: string): KnownHeader | null {
  const end = header.search(/[^/@.]+$/);
  const name = withoutMinorWord(header.slice(end));
  if (name === null) return null;
  const path = `${header.slice(0, end)}${name === "" && end > 0 ? "amount" : name}`;
  const knownHeader = end > 0 ? atEndOfPath(path) : lookUpHeader(name);
  return knownHeader && prices.has(knownHeader.field) ? knownHeader : null;
}

/** A column whose header has a word of damage ("Unfallschaden", "has_accidents") or of soundness ("Unfallfrei"). */
function damageField(header: string): KnownHeader | null {
  const damage = damageInHeader(header);
  return damage ? { field: damage, languages: [] } : null;
}

// "mileage km", "price gbp", "hubraum ccm", "przebieg w km"
function withoutTrailingUnit(folded: string): KnownHeader | null {
  const words = folded.split(" ");
  for (let count = Math.min(words.length - 1, readLimits.headerWords); count > 0; count--) {
    const start = lookUpHeader(words.slice(0, count).join(" "));
    if (!start || !measured.has(start.field)) continue;
    const rest = words
      .slice(count)
      .filter(
        (word) => !(start.field === "tax" ? /^(?:in|w|en|per|year)$/ : /^(?:in|w|en)$/).test(word),
      )
      .join(" ");
    // "km/l" is no mileage.
    if (start.field === "mileage" && engineUnitOf(rest)) continue;
    if (hasKnownUnit(rest)) return { ...start, unit: rest };
  }
  return null;
}

function hasKnownUnit(unit: string): boolean {
  return (
    Boolean(
      distanceUnitOf(unit) ?? engineUnitOf(unit) ?? economyUnitOf(unit) ?? powerUnitOf(unit),
    ) || currenciesOf(unit.toUpperCase()).length > 0
  );
}

// Words in brackets that are not units: "Preis (brutto)", "Year (first reg.)".
const remark =
  /^(?:brutt[oó]|gross|ttc|regular|normal|public|retail|consumer|asking|incl?\.? vat|inkl\.? (?:mwst|moms|mva|afgift)\.?|(?:c|com|cu)[ /]+(?:iva|tva)|(?:iva|tva) inclu(?:[ií]do|s)|[aá]f[aá]val|kdv dahil|s dph|v[cč]\.? dph|v[cč]etn[eě] dph|first reg\.?|optional|required|exterior)$/i;
/** "price" of "price[gross]", the name of `<price type="gross">`. */
const withoutRemark = (step: string) =>
  step.replace(/\[([^\]]*)\]$/, (whole: string, words: string) =>
    remark.test(words) ? "" : whole,
  );
// Words that say how a fact is counted, by field: "tax (per year)". A mileage per year is another fact.
const countedRemarks: Partial<Record<Field, RegExp>> = {
  tax: /^(?:per year|p\.?\s?a\.?|annual|yearly|jahrlich|jährlich|rocznie)$/i,
  fuelEconomy: /^(?:combined|kombiniert|komb\.?)$/i,
};
function unitsOf(
  field: Field,
  name: string,
  header: string,
  stated: string | null,
  symbols: CurrencySymbols,
) {
  const unit = stated?.normalize("NFKC") ?? null;
  const units = {
    distanceUnit: null,
    engineUnit: null,
    economyUnit: null,
    currencies: null,
    powerUnit: null,
    unknownUnit: null,
  } as Omit<Column, "index" | "header" | "field" | "languages" | "repeated" | "values" | "scale">;
  if (field === "mileage") {
    const named = distanceUnitInName(name);
    const isMil = unit?.toLowerCase() === "mil" && swedishMileage.test(name);
    units.distanceUnit = isMil ? "mil" : unit ? distanceUnitOf(unit) : named;
    // "Kilometerstand (mi)" contradicts itself.
    if (unit && named && units.distanceUnit !== named) units.unknownUnit = unit;
  }
  if (field === "engineSize")
    units.engineUnit = unit
      ? engineUnitOf(unit)
      : /cc$|ccm$|cm3$/.test(name)
        ? "cc"
        : /litres?$/.test(name)
          ? "l"
          : null;
  if (field === "fuelEconomy") units.economyUnit = economyOfHeader(header, unit);
  if (amounts.has(field)) {
    const meant =
      unit
        ?.split(/[\s/,]+/)
        .flatMap((word) => currenciesOf(word.length === 3 ? word.toUpperCase() : word, symbols)) ??
      [];
    units.currencies = meant.length > 0 ? meant : null;
  }
  if (field === "power") units.powerUnit = powerUnitOf(unit ?? name.split(" ").at(-1) ?? "");
  const read =
    units.distanceUnit ??
    units.engineUnit ??
    units.economyUnit ??
    units.currencies ??
    units.powerUnit;
  const isMinor = prices.has(field) && unit !== null && withoutMinorWord(unit) === "";
  if (measured.has(field) && unit && !read && !isMinor)
    if (!remark.test(unit) && !countedRemarks[field]?.test(unit)) units.unknownUnit = unit;
  return units;
}
