import { priceHeaderWords } from "./price-header-words.ts";

export type Language =
  | "en"
  | "de"
  | "pl"
  | "fr"
  | "es"
  | "it"
  | "nl"
  | "cs"
  | "sv"
  | "da"
  | "no"
  | "pt"
  | "hu"
  | "ro"
  | "tr";
/** Headers of a field by language, folded. */
export type HeaderWords = Partial<Record<Language, string>>;

/**
 * Headers of facts that do not describe the car's kind, folded: what identifies the advert, and equipment. `damage` and
 * `soundness` answer whether the car is damaged; map-headers.ts also recognizes them by the words in a header.
 */
export const otherHeaderWords = {
  ...priceHeaderWords,
  title: {
    en: "title,advert title,ad title,listing title,headline,name,vehicle name,car name",
    de: "titel,uberschrift,anzeigentitel,bezeichnung,fahrzeugtitel",
    pl: "tytul,tytul ogloszenia,nazwa",
    fr: "titre,titre annonce,titre de l annonce,intitule",
    es: "titulo,titulo anuncio",
    it: "titolo,titolo annuncio",
    nl: "titel,advertentietitel",
    cs: "nazev,nazev inzeratu,titulek,nadpis",
    sv: "rubrik,annonsrubrik",
  },
  trim: {
    en: "trim,trim level,variant,derivative,version,grade,model variant,model version,model description",
    de: "ausstattungslinie,ausfuhrung,variante,modellvariante",
    pl: "wersja,wersja wyposazenia",
    fr: "finition,version",
    es: "acabado,version",
    it: "allestimento,versione",
    nl: "uitvoering,type uitvoering",
    cs: "verze,provedeni,stupen vybavy",
    sv: "variant,utforande,utrustningsniva",
  },
  stockNumber: {
    de: "interne nummer,inventarnummer,fahrzeugnummer,fahrzeugnr,fahrzeug nr,lagernummer,bestandsnummer,angebotsnummer,angebotsnr,interne nr,kommissionsnummer",
    en: "stock number,stock no,stock id,vehicle stock id,stocknumber,dealer stock number,internal number,vehicle number,unit number",
    pl: "numer magazynowy,numer wewnetrzny",
    fr: "n police,numero de police,numero de stock,numero stock,numero de parc,reference vehicule",
    es: "numero de stock,numero stock,referencia vehiculo",
    it: "numero stock,numero interno",
    nl: "voorraadnummer,intern nummer",
    cs: "interni cislo,skladove cislo,cislo vozu,evidencni cislo",
    sv: "lagernummer,internnummer",
  },
  advertId: {
    en: "advert id,ad id,listing id,advert number,ad number,vehicle id,car id",
    de: "anzeigen id,inserat id,inserat nr,fahrzeug id,anzeigennummer,inseratsnummer",
    pl: "numer ogloszenia,id ogloszenia",
    fr: "id annonce,numero annonce",
    es: "id anuncio",
    it: "id annuncio,codice annuncio",
    nl: "advertentienummer,advertentie id",
    cs: "id inzeratu,cislo inzeratu",
    sv: "annonsid,annonsnummer",
  },
  reference: {
    en: "reference,ref,ref no,ref number,reference number,reference no,vehicle reference,vehicle ref,stock ref,stock reference,advert ref,ad ref,advert reference,our ref,internal reference,internal ref,internal id,inventory id,inventory number,inventory no,stock code,dealer ref",
    de: "referenz,referenznummer,referenznr,ref nr,bestandsnr",
    pl: "numer referencyjny,referencja,nr oferty,numer oferty",
    fr: "reference annonce,reference interne",
    es: "referencia,referencia anuncio,referencia interna",
    it: "riferimento,rif,codice riferimento,codice interno",
    nl: "referentie,referentienummer",
    cs: "referencni cislo",
    sv: "referens,referensnummer",
  },
  registration: {
    en: "registration,registration number,reg number,vrm,number plate,license plate,licence plate,registration plate,vehicle registration mark",
    de: "kennzeichen,amtliches kennzeichen",
    pl: "numer rejestracyjny,nr rejestracyjny",
    fr: "immatriculation,immat,plaque",
    es: "matricula",
    it: "targa",
    nl: "kenteken",
    cs: "spz,rz,registracni znacka",
    sv: "regnr,regnummer,registreringsnummer",
  },
  advertUrl: {
    en: "url,link,advert url,ad url,listing url,vehicle url,detail url,advert link,vehicle link,deeplink,web link",
    de: "anzeigen url,inserat url,detailseite",
    pl: "adres ogloszenia",
    fr: "lien,url annonce",
    es: "enlace,url anuncio",
    it: "url annuncio",
    nl: "advertentie url",
    cs: "odkaz,url inzeratu",
    sv: "lank,annonslank",
  },
  imageUrls: {
    en: "image,images,image url,image urls,photo,photos,photo url,photo urls,picture,pictures,picture url,picture urls,picture refs,pics,image link,additional image link,additional image links,additional images,image list,main image,gallery,photo url list,photo list,main picture url",
    de: "bild,bilder,bild url,bilder urls,foto,fotos,bildlink",
    pl: "zdjecie,zdjecia",
    fr: "photos,image,images",
    es: "imagen,imagenes,fotos",
    it: "immagine,immagini,foto",
    nl: "afbeelding,afbeeldingen,foto s",
    cs: "fotky,fotografie,obrazky",
    sv: "bilder,bildlankar",
  },
  postcode: {
    en: "postcode,post code,postal code,zip,zip code,zipcode",
    de: "plz,postleitzahl",
    pl: "kod pocztowy",
    fr: "code postal",
    es: "codigo postal",
    cs: "psc",
    sv: "postnummer",
  },
  power: {
    en: "power,engine power,horsepower,hp,bhp,power hp,power kw,kw,max power,horse power",
    de: "leistung,motorleistung,ps,power ps,kw leistung",
    pl: "moc,moc silnika",
    fr: "puissance,puissance din,puissance reelle",
    es: "potencia",
    it: "potenza",
    nl: "vermogen",
    cs: "vykon,vykon motoru,vykon kw",
    sv: "effekt,motoreffekt,hastkrafter,hk",
  },
  doors: {
    en: "doors,number of doors,no of doors,door count,num doors",
    de: "turen,anzahl turen,tueren,turenanzahl",
    pl: "liczba drzwi,drzwi",
    fr: "portes,nombre de portes,nb portes",
    es: "puertas,numero de puertas",
    it: "porte,numero porte,numero di porte",
    nl: "deuren,aantal deuren",
    cs: "dvere,pocet dveri",
    sv: "dorrar,antal dorrar",
  },
  seats: {
    en: "seats,number of seats,no of seats,seating capacity,num seats,maximum seating,seats number,seat count",
    de: "sitze,sitzplatze,anzahl sitzplatze,anzahl sitze",
    pl: "liczba miejsc,miejsca",
    fr: "places,nombre de places,nb places",
    es: "plazas,asientos,numero de plazas",
    it: "posti,numero posti,numero di posti",
    nl: "zitplaatsen,aantal zitplaatsen",
    cs: "pocet mist,pocet sedadel",
    sv: "sittplatser,antal sittplatser,antal saten",
  },
  drive: {
    en: "drive,drivetrain,drive type,drive train,driven wheels,wheel drive,drivetype,wheel system,wheel system display,drivetrain type",
    de: "antrieb,antriebsart,antriebsrader",
    pl: "naped,rodzaj napedu",
    fr: "roues motrices,type de traction",
    es: "traccion",
    it: "trazione",
    nl: "aandrijving,aandrijfwielen",
    cs: "pohon",
    sv: "drivning,drivhjul",
  },
  previousKeepers: {
    en: "previous keepers,previous owners,owners,number of owners,no of owners,former keepers,keepers,prev owners,number of previous owners,owner count,previous owner count",
    de: "vorbesitzer,anzahl vorbesitzer,fahrzeughalter,anzahl fahrzeughalter,halter,anzahl halter",
    pl: "liczba wlascicieli,wlasciciele",
    fr: "proprietaires,nombre de proprietaires",
    es: "propietarios,numero de propietarios",
    it: "proprietari,numero proprietari,precedenti proprietari",
    nl: "aantal eigenaren,eigenaren,vorige eigenaren",
    cs: "pocet majitelu,pocet predchozich majitelu",
    sv: "antal agare,tidigare agare",
  },
  serviceHistory: {
    en: "service history,full service history,fsh,service book",
    de: "scheckheft,scheckheftgepflegt,servicehistorie",
    pl: "serwisowany w aso,historia serwisowa",
    fr: "carnet d entretien,historique d entretien",
    es: "libro de mantenimiento,historial de mantenimiento",
    it: "tagliandi,libretto tagliandi",
    nl: "onderhoudsboekjes,onderhoudshistorie",
    cs: "servisni knizka,servisni historie",
    sv: "servicebok,servicehistorik",
  },
  options: {
    en: "options,option,features,feature,equipment,extras,optional equipment",
    de: "ausstattung,sonderausstattung,ausstattungen",
    pl: "wyposazenie,wyposazenie dodatkowe",
    fr: "equipements,equipement",
    es: "equipamiento,extras",
    it: "optional,dotazioni,equipaggiamento",
    nl: "opties,accessoires,uitrusting",
    cs: "vybava,vybaveni",
    sv: "utrustning,tillval",
  },
  damage: {
    en: "title status,title brand,title brands,title type,title condition,branded title,brand title,theft title,damage,damaged,accident,accidents,accident history,salvage,write off category,insurance category,frame damaged",
    de: "unfallschaden,unfallwagen,unfallfahrzeug,beschadigt,schaden,vorschaden",
    pl: "uszkodzony,uszkodzone,powypadkowy,powypadkowe",
    fr: "accidente,endommage",
    es: "accidentado,siniestrado",
    it: "incidentata,incidentato",
    nl: "schade,schadeauto,beschadigd",
    cs: "poskozene,poskozeno,poskozeny,havarovane,havarovano,havarovany,bourane,bourano,bourany",
    sv: "skadad,skada,skador,krockskadad",
  },
  availability: {
    en: "availability,status,vehicle state,lot status,deal status,retail status,web status,website status,advertising status,publication status,stock status,sale status,sales status,sold status,listing status,advert status,ad status,vehicle status,car status,inventory status,availability status,item status,offer status,vehicle availability,stock availability,offer type,ad type,advert type,lifecycle state,action,actie,for sale,is for sale,available,is available,in stock,is in stock,is active,active,published,is published,attention grabber,attention getter",
    de: "verfugbarkeit,verkaufsstatus,fahrzeugstatus,bestandsstatus,angebotsstatus,inseratsstatus,anzeigenstatus,verfugbar,angebotstyp,angebotsart,anzeigentyp",
    pl: "dostepnosc,status ogloszenia,status oferty,status pojazdu,status sprzedazy,dostepny",
    fr: "disponibilite,statut,statut annonce,statut vehicule,statut du vehicule,disponible",
    es: "disponibilidad,estado anuncio,estado del anuncio,estado de venta,estado venta,estado publicacion",
    it: "disponibilita,stato annuncio,stato vendita,stato veicolo,disponibile",
    nl: "beschikbaarheid,verkoopstatus,voertuigstatus,advertentiestatus,beschikbaar,op voorraad",
    cs: "dostupnost,dostupny,dostupne,stav inzeratu,stav nabidky,k dispozici,skladem,na sklade",
    sv: "tillganglighet,tillganglig,annonsstatus,saljstatus,i lager",
  },
  // Yes or no, or since when. "Reserve" is a price in auctions.
  sold: {
    en: "sold,is sold,sold date,date sold,sold at,sold on,reserved,is reserved,reserved at,reservation status,deleted,is deleted,deleted at",
    de: "verkauft,ist verkauft,verkauft am,reserviert,ist reserviert",
    pl: "sprzedany,sprzedane,zarezerwowany,zarezerwowane",
    fr: "vendu,est vendu,vendu le",
    es: "vendido,reservado",
    it: "venduto,venduta,prenotato,riservato",
    nl: "verkocht,gereserveerd",
    cs: "prodano,prodane,prodany,rezervovano,rezervovane,rezervovany,datum prodeje",
    sv: "sald,salt,reserverad,reserverat,saldatum",
  },
  mileageStatus: {
    en: "odometer status,mileage status,odometer brand,odometer reading status",
  },
  soundness: {
    en: "accident free,clean title,no accidents,roadworthy,is roadworthy,drivable,driveable,runs and drives,run and drive",
    de: "unfallfrei,schadenfrei,fahrbereit,fahrtauglich",
    pl: "bezwypadkowy,bezwypadkowe,nieuszkodzony",
    fr: "non accidente,roulant,vehicule roulant",
    es: "sin accidentes",
    it: "non incidentata,marciante",
    nl: "schadevrij,rijdend",
    cs: "nehavarovane,nehavarovano,nebourane,nebourano,bez nehody,pojizdne,pojizdny",
    sv: "skadefri,olycksfri,korbar",
  },
} as const satisfies Record<string, HeaderWords>;
export type OtherField = keyof typeof otherHeaderWords;
