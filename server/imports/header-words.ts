/** What a column of a feed can contain. `mileageUnit` and `currency` are columns of units. */
export const fields = [
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
export type Field = (typeof fields)[number];
export type Language = "en" | "de" | "pl" | "fr" | "es";

/** Headers by field and language, folded. A header of two languages does not identify the feed's language. */
export const headerWords: Record<Field, Partial<Record<Language, string>>> = {
  make: {
    en: "make,brand,manufacturer,car make,vehicle make,marque",
    de: "marke,hersteller,fabrikat,automarke,fahrzeugmarke",
    pl: "marka,marka pojazdu,producent,marka samochodu",
    fr: "marque,constructeur",
    es: "marca,fabricante",
  },
  model: {
    en: "model,car model,model name,vehicle model,model range",
    de: "modell,modellbezeichnung,fahrzeugmodell,baureihe,model",
    pl: "model,model pojazdu,model samochodu",
    fr: "modele",
    es: "modelo",
  },
  year: {
    en: "year,model year,year of manufacture,registration year,year of registration,reg year,manufacture year,production year,build year,yom,year made",
    de: "baujahr,jahr,modelljahr,zulassungsjahr",
    pl: "rok,rok produkcji,rocznik",
    fr: "annee,annee modele,millesime",
    es: "ano,ano modelo,ano de fabricacion",
  },
  firstRegistration: {
    en: "first registration,first registered,registration date,date of first registration,first reg,reg date,date first registered",
    de: "erstzulassung,ez,erstzulassungsdatum,datum erstzulassung",
    pl: "data pierwszej rejestracji,pierwsza rejestracja",
    fr: "mise en circulation,date de mise en circulation,premiere immatriculation",
    es: "fecha de matriculacion,primera matriculacion,matriculacion",
  },
  price: {
    en: "price,asking price,sale price,selling price,retail price,cash price,list price,advertised price,our price,vehicle price,price incl vat,price inc vat",
    de: "preis,verkaufspreis,kaufpreis,bruttopreis,preis brutto,fahrzeugpreis,preis inkl mwst,vk preis,angebotspreis",
    pl: "cena,cena brutto,cena sprzedazy,kwota",
    fr: "prix,prix de vente,prix ttc",
    es: "precio,precio de venta,precio venta",
  },
  currency: {
    en: "currency,currency code,price currency",
    de: "wahrung,waehrung",
    pl: "waluta",
    fr: "devise,monnaie",
    es: "moneda,divisa",
  },
  mileage: {
    en: "mileage,odometer,odo,odometer reading,milage,current mileage,kilometres,kilometers,kms,km,miles,distance,distance travelled,miles driven,kilometerage,kilometreage,mileage reading",
    de: "kilometerstand,km stand,laufleistung,kilometer,gefahrene kilometer,kilometerleistung,km laufleistung,tachostand",
    pl: "przebieg,przebieg pojazdu,stan licznika,liczba kilometrow",
    fr: "kilometrage,km compteur",
    es: "kilometraje,kilometros",
  },
  mileageUnit: {
    en: "mileage unit,odometer unit,distance unit,mileage units",
    de: "laufleistungseinheit,einheit laufleistung,kilometer einheit",
    pl: "jednostka przebiegu",
  },
  fuel: {
    en: "fuel,fuel type,fueltype,engine fuel,fuel kind",
    de: "kraftstoff,kraftstoffart,treibstoff,treibstoffart,antriebsart kraftstoff,kraftstofftyp",
    pl: "paliwo,rodzaj paliwa,typ paliwa",
    fr: "carburant,energie,type de carburant",
    es: "combustible,tipo de combustible",
  },
  transmission: {
    en: "transmission,gearbox,transmission type,gearbox type,gear box,trans",
    de: "getriebe,getriebeart,schaltung,getriebetyp",
    pl: "skrzynia,skrzynia biegow,rodzaj skrzyni biegow,rodzaj skrzyni",
    fr: "boite,boite de vitesse,boite de vitesses,transmission",
    es: "transmision,cambio,caja de cambios,tipo de cambio",
  },
  engineSize: {
    en: "engine size,engine,engine capacity,displacement,engine displacement,capacity,cc,engine cc,cubic capacity,engine volume,engine size cc,engine litres,engine size litres",
    de: "hubraum,motorgrosse,motorgroesse,hubraum ccm,hubraum cm3",
    pl: "pojemnosc,pojemnosc silnika,pojemnosc skokowa",
    fr: "cylindree",
    es: "cilindrada",
  },
  bodyType: {
    en: "body type,body,body style,bodystyle,bodytype,vehicle type,car type,body shape",
    de: "karosserie,karosserieform,aufbau,fahrzeugtyp,karosserietyp,aufbauart",
    pl: "nadwozie,typ nadwozia,rodzaj nadwozia",
    fr: "carrosserie,type de carrosserie",
    es: "carroceria,tipo de carroceria",
  },
  fuelEconomy: {
    en: "mpg,fuel economy,fuel consumption,consumption,combined mpg,mpg combined,economy,average consumption,mpg uk,mpg us,combined fuel economy,combined consumption,l 100km,avg mpg",
    de: "verbrauch,kraftstoffverbrauch,verbrauch kombiniert,verbrauch komb,kraftstoffverbrauch kombiniert,verbrauch l 100km,durchschnittsverbrauch",
    pl: "spalanie,zuzycie paliwa,srednie spalanie,spalanie srednie",
    fr: "consommation,consommation mixte",
    es: "consumo,consumo medio,consumo mixto",
  },
  tax: {
    en: "tax,road tax,annual tax,vehicle tax,car tax,ved,annual road tax,yearly tax,tax per year",
    de: "kfz steuer,steuer pro jahr,kfz steuer pro jahr,jahressteuer,steuer",
    pl: "podatek,podatek roczny",
    fr: "taxe annuelle",
    es: "impuesto anual",
  },
  colour: {
    en: "colour,color,exterior colour,exterior color,paint,body colour,body color,ext color",
    de: "farbe,aussenfarbe,lackierung,farbe aussen",
    pl: "kolor,kolor nadwozia,lakier",
    fr: "couleur,couleur exterieure",
    es: "color,color exterior",
  },
  vin: {
    en: "vin,vin number,chassis number,vehicle identification number,chassis no",
    de: "fin,fahrgestellnummer,fahrzeug identifizierungsnummer,fahrzeugidentnummer,fin vin,vin",
    pl: "numer vin,vin,nr vin",
    fr: "numero de serie,vin",
    es: "numero de bastidor,bastidor,vin",
  },
  condition: {
    en: "condition,vehicle condition,car condition",
    de: "zustand,fahrzeugzustand",
    pl: "stan,stan pojazdu,stan techniczny",
    fr: "etat",
    es: "estado",
  },
  description: {
    en: "description,comments,details,notes,remarks,seller comments",
    de: "beschreibung,bemerkung,bemerkungen,fahrzeugbeschreibung,anmerkung",
    pl: "opis,uwagi",
    fr: "description,commentaire,commentaires",
    es: "descripcion,comentarios",
  },
  location: {
    en: "location,city,town,place,area,suburb,dealer location,seller location",
    de: "standort,ort,stadt,fahrzeugstandort",
    pl: "lokalizacja,miasto,miejscowosc",
    fr: "ville,lieu,localisation",
    es: "ubicacion,ciudad,localidad",
  },
};

/** Headers that state kilometers or miles themselves; other words for mileage do not. */
export const kilometerHeaders =
  /^(?:kilomet|km|gefahrene kilometer|laufleistung$|tachostand$|przebieg|stan licznika|liczba kilometrow|kms$)/;
export const mileHeaders = /^miles/;
