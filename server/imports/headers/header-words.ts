import { otherHeaderWords, type HeaderWords, type OtherField } from "./other-header-words.ts";

const coreFields = [
  "make",
  "model",
  "year",
  "firstRegistration",
  "price",
  "currency",
  "mileage",
  "mileageUnit",
  "fuel",
  "transmission",
  "engineSize",
  "bodyType",
  "fuelEconomy",
  "tax",
  "colour",
  "vin",
  "condition",
  "description",
  "location",
] as const;
type CoreField = (typeof coreFields)[number];

/** What a column of a feed can contain. `mileageUnit` and `currency` are columns of units. */
export type Field = CoreField | OtherField;
export const fields: readonly Field[] = [
  ...coreFields,
  ...(Object.keys(otherHeaderWords) as OtherField[]),
];

/** Headers by field and language, folded. A header of two languages does not identify the feed's language. */
export const headerWords: Record<Field, HeaderWords> = {
  ...otherHeaderWords,
  make: {
    en: "make,brand,manufacturer,car make,vehicle make,marque,vehicle manufacturer,make name,brand name,vehicle brand,car brand,maker,maker name,manufacturer name,make title",
    de: "marke,hersteller,fabrikat,automarke,fahrzeugmarke",
    pl: "marka,marka pojazdu,producent,marka samochodu",
    fr: "marque,constructeur",
    es: "marca,fabricante",
    it: "marca,casa costruttrice,costruttore",
    nl: "merk,automerk,fabrikant",
    cs: "znacka,vyrobce,znacka vozu",
    sv: "marke,bilmarke,fabrikat,tillverkare",
  },
  model: {
    en: "model,car model,model name,vehicle model,model range,car model name,vehicle model name,model title",
    de: "modell,modellbezeichnung,fahrzeugmodell,baureihe,model",
    pl: "model,model pojazdu,model samochodu",
    fr: "modele,gamme",
    es: "modelo",
    it: "modello",
    nl: "model,modelnaam",
    cs: "model,model vozu,modelova rada",
    sv: "modell,bilmodell,modellbeteckning",
  },
  year: {
    en: "year,model year,year model,year of manufacture,vehicle model date,manufacture year,production year,build year,yom,year made,made date,make year,year made in,year produced,produced year,year of production,manufacturing year,year of make,year month,year of construction,construction year,production date,date of production,manufacture date,year first registered",
    de: "baujahr,jahr,modelljahr,jahrgang",
    pl: "rok,rok produkcji,rok prod,rocznik,rok modelowy",
    fr: "annee,annee modele,millesime,annee de fabrication",
    es: "ano,anyo,anio,anio modelo,ano modelo,ano de fabricacion,ano fabricacion",
    it: "anno,anno di produzione,anno modello",
    nl: "bouwjaar,jaar,modeljaar",
    cs: "rok,rok vyroby,rocnik,modelovy rok",
    sv: "arsmodell,modellar,tillverkningsar",
  },
  firstRegistration: {
    en: "first registration,first registered,date vehicle first registered,registration date,date of first registration,first reg,reg date,date first registered,date registered,registered,initial registration,initial registration date,registration year,year of registration,reg year,registered year,first registration year,year of first registration,first registration date",
    de: "erstzulassung,ez,erste inverkehrsetzung,erste inverkehrssetzung,erstzulassungsdatum,datum erstzulassung,erste zulassung,1 inv,1 inverkehrsetzung,inverkehrsetzung,1 inverkehrssetzung,zulassungsjahr,erstzulassungsjahr,jahr der erstzulassung",
    pl: "data pierwszej rejestracji,data 1 rejestracji,data 1 rej,pierwsza rejestracja,data rejestracji,data pierwszej rejestracji w historii pojazdu",
    fr: "mise en circulation,date 1ere mec,1ere mec,date mec,date de mec,date de mise en circulation,premiere immatriculation,date de premiere immatriculation,1ere immatriculation,date mise en circulation,1ere mise en circulation,premiere mise en circulation,date de premiere mise en circulation,date 1ere mise en circulation",
    es: "fecha de matriculacion,primera matriculacion,matriculacion,fecha matriculacion,fecha de primera matriculacion,fecha primera matriculacion",
    it: "immatricolazione,anno immatricolazione,anno di immatricolazione,anno di prima immatricolazione,prima immatricolazione,data di immatricolazione,data immatricolazione,data prima immatricolazione,data di prima immatricolazione",
    nl: "eerste toelating,datum eerste toelating,eerste registratie,datum deel 1",
    cs: "prvni registrace,datum prvni registrace,datum registrace,uvedeni do provozu,datum uvedeni do provozu,uveden do provozu,v provozu od,do provozu,rok uvedeni do provozu",
    sv: "forsta registrering,forsta registreringsdatum,registreringsdatum,forst registrerad,i trafik,datum i trafik,i trafik forsta gangen",
  },
  price: {
    en: "price,prices,current price,price current,price now,price retail,prices retail,price consumer,prices consumer,public price,public price amount,prices public,prices public amount,price public amount,asking price,selling price,retail price,cash price,advertised price,our price,vehicle price,price incl vat,price inc vat,price gross,price value,gross price,consumer price amount,price amount,advertised price amount,consumer price gross,forecourt price,forecourt price amount",
    de: "preis,verkaufspreis,kaufpreis,barpreis,bruttopreis,preis brutto,fahrzeugpreis,preis inkl mwst,vk preis,vk preis brutto,preis euro,brutto preis,endpreis,verkaufspreis brutto,vk brutto",
    pl: "cena,cena brutto,cena sprzedazy,kwota",
    fr: "prix,pv ttc,prix de vente,prix ttc,prix vente,prix vente ttc,prix de vente ttc,prix affiche",
    es: "precio,precio de venta,precio venta,precio al contado,precio contado,pvp,precio pvp",
    it: "prezzo,prezzo di vendita,prezzo vendita,prezzo al pubblico",
    nl: "prijs,verkoopprijs,vraagprijs,prijs incl btw,prijs inclusief btw,verkoopprijs incl btw,consumentenprijs,verkoopprijs particulier",
    cs: "cena,cena s dph,cena vc dph,cena vcetne dph,prodejni cena,cena vozu,cena celkem s dph",
    sv: "pris,forsaljningspris,utpris,begart pris,pris inkl moms,pris inklusive moms",
  },
  currency: {
    en: "currency,currency code,price currency,currency iso,currency iso code,iso currency,iso currency code,price currency code,currency symbol,curr,ccy,price iso,price iso code,price symbol,price ccy,price curr,price code,price unit,price amount currency,price value currency,price amount currency code,price value currency code,price amount code",
    de: "wahrung,waehrung",
    pl: "waluta",
    fr: "devise,monnaie",
    es: "moneda,divisa",
    it: "valuta",
    nl: "valuta,munteenheid",
    cs: "mena",
    sv: "valuta",
  },
  mileage: {
    en: "mileage,odometer,odo,odometer reading,milage,current mileage,kilometres,kilometers,kms,km,miles,distance travelled,miles driven,km driven,kms driven,kilometers driven,kilometres driven,km travelled,odometer value,mileage value,kilometerage,kilometreage,mileage reading,mileage from odometer",
    de: "kilometerstand,km stand,laufleistung,kilometer,gefahrene kilometer,kilometerleistung,km laufleistung,tachostand,kilometerstand km",
    pl: "przebieg,przebieg pojazdu,stan licznika,liczba kilometrow",
    fr: "kilometrage,km compteur,kilometres",
    es: "kilometraje,kilometros,kms",
    it: "chilometraggio,chilometri,percorrenza,km percorsi",
    nl: "kilometerstand,tellerstand,km stand,kilometers,gereden kilometers",
    cs: "najeto,najeto km,najete km,najete kilometry,najezd,tachometr,tachometr km,stav tachometru,stav tachometru km,ujete km,pocet km,pocet najetych km",
    sv: "miltal,antal mil,korda mil,matarstallning,matarstallning mil,korstracka,korstracka mil",
  },
  mileageUnit: {
    en: "mileage unit,mileage from odometer unit code,odometer unit,distance unit,mileage unit text,mileage unit code,odometer unit text,mileage from odometer unit text,mileage units,odometer units,units of distance,distance units",
    de: "laufleistungseinheit,einheit laufleistung,kilometer einheit",
    pl: "jednostka przebiegu",
    nl: "eenheid kilometerstand",
    fr: "unite kilometrage",
    it: "unita chilometraggio",
    cs: "jednotka najezdu",
    sv: "enhet matarstallning",
  },
  fuel: {
    en: "fuel,fuel type,fueltype,engine fuel,fuel kind,fuel name",
    de: "kraftstoff,kraftstoffart,treibstoff,treibstoffart,antriebsart kraftstoff,kraftstofftyp",
    pl: "paliwo,rodzaj paliwa,typ paliwa",
    fr: "carburant,energie,type de carburant,type carburant",
    es: "combustible,tipo de combustible",
    it: "alimentazione,carburante,tipo di carburante",
    nl: "brandstof,brandstofsoort,brandstoftype",
    cs: "palivo,druh paliva,typ paliva",
    sv: "bransle,bransletyp,drivmedel",
  },
  transmission: {
    en: "transmission,gearbox,vehicle transmission,transmission type,gearbox type,gear box,trans",
    de: "getriebe,getriebeart,schaltung,getriebetyp",
    pl: "skrzynia,skrzynia biegow,rodzaj skrzyni biegow,rodzaj skrzyni",
    fr: "boite,boite de vitesse,boite de vitesses,transmission,boite vitesse",
    es: "transmision,cambio,caja de cambios,tipo de cambio",
    it: "cambio,tipo di cambio,trasmissione",
    nl: "transmissie,versnellingsbak,versnelling,type versnelling",
    cs: "prevodovka,typ prevodovky,druh prevodovky",
    sv: "vaxellada,vaxlingstyp,typ av vaxellada",
  },
  engineSize: {
    en: "engine size,engine,engine capacity,displacement,engine displacement,capacity,cc,engine cc,cubic capacity,engine volume,engine size cc,engine litres,engine size litres,engine description",
    de: "hubraum,motorgrosse,motorgroesse,hubraum ccm,hubraum cm3,ccm",
    pl: "pojemnosc,poj silnika,pojemnosc silnika,pojemnosc skokowa,pojemnosc skokowa cm3",
    fr: "cylindree",
    es: "cilindrada",
    it: "cilindrata",
    nl: "cilinderinhoud,motorinhoud,cilinderinhoud cc",
    cs: "objem,objem motoru,zdvihovy objem,obsah motoru,objem motoru ccm",
    sv: "motor,motorstorlek,motorvolym,cylindervolym,slagvolym",
  },
  bodyType: {
    en: "body type,body,body style,bodystyle,bodytype,vehicle type,car type,body shape,bodywork,body category,type",
    de: "karosserie,karosserieform,aufbau,fahrzeugtyp,karosserietyp,aufbauart,kategorie,fahrzeugkategorie",
    pl: "nadwozie,typ nadwozia,rodzaj nadwozia",
    fr: "carrosserie,type de carrosserie",
    es: "carroceria,tipo de carroceria",
    it: "carrozzeria,tipo di carrozzeria",
    nl: "carrosserie,carrosserievorm,carrosserietype",
    cs: "karoserie,typ karoserie,druh karoserie",
    sv: "kaross,karosstyp,karosseri,karosserityp,biltyp",
  },
  fuelEconomy: {
    en: "mpg,fuel economy,fuel consumption,consumption,combined mpg,mpg combined,economy,average consumption,mpg uk,mpg us,combined fuel economy,combined consumption,l 100km,avg mpg",
    de: "verbrauch,kraftstoffverbrauch,verbrauch kombiniert,verbrauch komb,kraftstoffverbrauch kombiniert,verbrauch l 100km,durchschnittsverbrauch",
    pl: "spalanie,zuzycie paliwa,srednie spalanie,spalanie srednie",
    fr: "consommation,consommation mixte",
    es: "consumo,consumo medio,consumo mixto",
    it: "consumo,consumo combinato,consumi",
    nl: "verbruik,gemiddeld verbruik,brandstofverbruik",
    cs: "spotreba,prumerna spotreba,kombinovana spotreba",
    sv: "forbrukning,bransleforbrukning,blandad forbrukning",
  },
  tax: {
    en: "tax,road tax,annual tax,vehicle tax,car tax,ved,annual road tax,yearly tax,tax per year",
    de: "kfz steuer,steuer pro jahr,kfz steuer pro jahr,jahressteuer,steuer",
    pl: "podatek,podatek roczny",
    fr: "taxe annuelle",
    es: "impuesto anual",
    it: "bollo,bollo annuale",
    nl: "wegenbelasting per jaar",
    cs: "silnicni dan",
    sv: "fordonsskatt,arsskatt",
  },
  colour: {
    en: "colour,color,exterior colour,exterior color,paint,body colour,body color,ext color,ext colour,ext col,exterior col,outside color,outside colour,exterior paint,color body,colour body,paint color,paint colour,manufacturer color,manufacturer colour",
    de: "farbe,aussenfarbe,lackierung,farbe aussen,aussenlackierung,aussen farbe,lack,farbe hersteller",
    pl: "kolor,kolor nadwozia,lakier,kolor zewnetrzny,kolor lakieru",
    fr: "couleur,couleur exterieure,teinte",
    es: "color,color exterior,pintura",
    it: "colore,colore esterno,colore esterni",
    nl: "kleur,exterieurkleur,kleur exterieur,laktint",
    cs: "barva,barva karoserie,barva vozu,barva laku",
    sv: "farg,kulor,lackfarg,exteriorfarg",
  },
  vin: {
    en: "vin,vin number,chassis number,vehicle identification number,chassis no,vin code",
    de: "fin,fahrgestellnummer,fahrzeug identifizierungsnummer,fahrzeugidentnummer,fin vin,vin,fahrzeug ident nr,fahrgestellnr",
    pl: "numer vin,vin,nr vin",
    fr: "numero de serie,vin,numero de chassis,n de serie",
    es: "numero de bastidor,bastidor,vin",
    it: "telaio,numero di telaio,numero telaio,vin",
    nl: "chassisnummer,vin",
    cs: "vin,vin kod,kod vin,cislo karoserie",
    sv: "chassinummer,vin,chassinr",
  },
  condition: {
    en: "condition,vehicle condition,car condition",
    de: "zustand,fahrzeugzustand,fahrzeugart zustand",
    pl: "stan,stan pojazdu,stan techniczny",
    fr: "etat,etat du vehicule",
    es: "estado",
    it: "stato,condizione,condizioni",
    nl: "staat,conditie,toestand",
    cs: "stav,stav vozu,stav vozidla,technicky stav",
    sv: "skick",
  },
  description: {
    en: "description,comments,details,notes,remarks,seller comments,vehicle description,advert text,ad text,body text,seller notes",
    de: "beschreibung,bemerkung,bemerkungen,fahrzeugbeschreibung,anmerkung,freitext,fahrzeugbeschreibung text",
    pl: "opis,uwagi",
    fr: "description,commentaire,commentaires,texte,remarques",
    es: "descripcion,comentarios",
    it: "descrizione",
    nl: "omschrijving,beschrijving,opmerkingen",
    cs: "popis,poznamka,poznamky,text inzeratu",
    sv: "beskrivning,annonstext,ovrigt",
  },
  location: {
    en: "location,city,town,place,area,suburb,dealer location,seller location",
    de: "standort,ort,stadt,fahrzeugstandort,wohnort",
    pl: "lokalizacja,miasto,miejscowosc",
    fr: "ville,lieu,localisation",
    es: "ubicacion,ciudad,localidad",
    it: "citta,luogo,localita,sede",
    nl: "plaats,woonplaats,locatie,standplaats",
    cs: "lokalita,mesto,misto,obec",
    sv: "ort,stad,plats",
  },
};

/** What a header adds to one for mileages to be about their unit: "odometer_uom", `<tellerstand eenheid="K">`. */
export const unitWords =
  "unit,units,uom,unit code,unit text,eenheid,einheit,unidad,unita,unite,jednostka,unitate,unidade,egyseg,birim,enhet,enhed,type".split(
    ",",
  );

/** Headers that state kilometers or miles themselves, also at the end of a path; other words for mileage do not. */
const kilometerHeaders =
  /(?:^| )(?:kilomet|km|gefahrene kilometer|laufleistung$|tachostand$|przebieg|stan licznika|liczba kilometrow|kms$|chilometr|tellerstand$|gereden kilometers|najet|najezd$|tachometr|stav tachometru|ujete km|pocet (?:najetych )?km|korte k|antall? k|kjor|quilometr|numero de quilometros|futott km|megtett k|futasteljesitmeny$|rulaj$|numar kilometri|arac km|yapilan km)/;
const mileHeaders = /^miles/;
/** Swedish headers in "mil", which are 10 km. "Mil" alone can mean miles. */
const milHeaders = /^(?:miltal|(?:antal|korda|matarstallning|korstracka) mil)$/;
export const swedishMileage = /^(?:matarstallning|korstracka|miltal)/;

/** The unit of distance that a folded header states itself; null for others. */
export function distanceUnitInName(name: string): "km" | "mi" | "mil" | null {
  if (milHeaders.test(name)) return "mil";
  return kilometerHeaders.test(name) ? "km" : mileHeaders.test(name) ? "mi" : null;
}
