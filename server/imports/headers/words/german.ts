import type { HeaderWords } from "../feed-fields.ts";

export const german: HeaderWords = {
  make: "marke,hersteller,fabrikat,automarke,fahrzeugmarke",
  model: "modell,modellbezeichnung,fahrzeugmodell,baureihe,model",
  year: "baujahr,jahr,modelljahr,jahrgang",
  firstRegistration:
    "erstzulassung,ez,erste inverkehrsetzung,erste inverkehrssetzung,erstzulassungsdatum,datum erstzulassung,erste zulassung,1 inv,1 inverkehrsetzung,inverkehrsetzung,1 inverkehrssetzung,zulassungsjahr,erstzulassungsjahr,jahr der erstzulassung",
  price:
    "preis,verkaufspreis,kaufpreis,barpreis,bruttopreis,preis brutto,fahrzeugpreis,preis inkl mwst,vk preis,vk preis brutto,preis euro,brutto preis,endpreis,verkaufspreis brutto,vk brutto",
  currency: "wahrung,waehrung",
  mileage:
    "kilometerstand,km stand,laufleistung,kilometer,gefahrene kilometer,kilometerleistung,km laufleistung,tachostand,kilometerstand km",
  mileageUnit: "laufleistungseinheit,einheit laufleistung,kilometer einheit",
  fuel: "kraftstoff,kraftstoffart,treibstoff,treibstoffart,antriebsart kraftstoff,kraftstofftyp",
  transmission: "getriebe,getriebeart,schaltung,getriebetyp",
  engineSize: "hubraum,motorgrosse,motorgroesse,hubraum ccm,hubraum cm3,ccm",
  bodyType:
    "karosserie,karosserieform,aufbau,fahrzeugtyp,karosserietyp,aufbauart,kategorie,fahrzeugkategorie",
  fuelEconomy:
    "verbrauch,kraftstoffverbrauch,verbrauch kombiniert,verbrauch komb,kraftstoffverbrauch kombiniert,verbrauch l 100km,durchschnittsverbrauch",
  tax: "kfz steuer,steuer pro jahr,kfz steuer pro jahr,jahressteuer,steuer",
  colour:
    "farbe,aussenfarbe,lackierung,farbe aussen,aussenlackierung,aussen farbe,lack,farbe hersteller",
  vin: "fin,fahrgestellnummer,fahrzeug identifizierungsnummer,fahrzeugidentnummer,fin vin,vin,fahrzeug ident nr,fahrgestellnr",
  condition: "zustand,fahrzeugzustand,fahrzeugart zustand",
  description:
    "beschreibung,bemerkung,bemerkungen,fahrzeugbeschreibung,anmerkung,freitext,fahrzeugbeschreibung text",
  location: "standort,ort,stadt,fahrzeugstandort,wohnort",
  specialPrice:
    "aktionspreis,aktions preis,sonderpreis,sonderangebotspreis,angebotspreis,reduzierter preis,rabattpreis",
  regularPrice: "normalpreis,regularer preis,regulaerer preis",
  totalPrice: "gesamtpreis",
  vat: "mwst,mwst satz,mwst betrag,mehrwertsteuer,mehrwertsteuersatz,ust,ust satz,umsatzsteuer,umsatzsteuersatz",
  title: "titel,uberschrift,anzeigentitel,bezeichnung,fahrzeugtitel",
  trim: "ausstattungslinie,ausfuhrung,variante,modellvariante",
  stockNumber:
    "interne nummer,inventarnummer,fahrzeugnummer,fahrzeugnr,fahrzeug nr,lagernummer,bestandsnummer,angebotsnummer,angebotsnr,interne nr,kommissionsnummer",
  advertId: "anzeigen id,inserat id,inserat nr,fahrzeug id,anzeigennummer,inseratsnummer",
  reference: "referenz,referenznummer,referenznr,ref nr,bestandsnr",
  registration: "kennzeichen,amtliches kennzeichen",
  advertUrl: "anzeigen url,inserat url,detailseite",
  imageUrls: "bild,bilder,bild url,bilder urls,foto,fotos,bildlink",
  postcode: "plz,postleitzahl",
  power: "leistung,motorleistung,ps,power ps,kw leistung",
  doors: "turen,anzahl turen,tueren,turenanzahl",
  seats: "sitze,sitzplatze,anzahl sitzplatze,anzahl sitze",
  drive: "antrieb,antriebsart,antriebsrader",
  previousKeepers:
    "vorbesitzer,anzahl vorbesitzer,fahrzeughalter,anzahl fahrzeughalter,halter,anzahl halter",
  serviceHistory: "scheckheft,scheckheftgepflegt,servicehistorie",
  options: "ausstattung,sonderausstattung,ausstattungen",
  damage: "unfallschaden,unfallwagen,unfallfahrzeug,beschadigt,schaden,vorschaden",
  availability:
    "verfugbarkeit,verkaufsstatus,fahrzeugstatus,bestandsstatus,angebotsstatus,inseratsstatus,anzeigenstatus,verfugbar,angebotstyp,angebotsart,anzeigentyp",
  sold: "verkauft,ist verkauft,verkauft am,reserviert,ist reserviert",
  soundness: "unfallfrei,schadenfrei,fahrbereit,fahrtauglich",
};
