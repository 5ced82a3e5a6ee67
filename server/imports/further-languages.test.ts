import iconv from "iconv-lite";
import { expect, it } from "vitest";
import { minorUnitDigits } from "#shared/money/money.ts";
import { damageIn } from "./facts/find-damage.ts";
import { readFeedRows } from "#testing/imports/read-feed-rows.ts";

/** Each row in a line, or why it is refused. */
async function read(lines: readonly string[], options = "", name = "feed.csv") {
  const rows = await readFeedRows({ [name]: `${lines.join("\n")}\n` }, options);
  return rows.map(({ car, kind, notes }) =>
    car
      ? [
          `${car.make} ${car.model} ${car.year}`,
          `${car.sourcePriceMinor / 10 ** minorUnitDigits(car.sourceCurrency)} ${car.sourceCurrency}`,
          `${car.mileage} ${car.mileageUnit}`,
          `${car.fuel} ${car.transmission} ${car.engineSizeCc} ${car.bodyType} ${car.colour}`,
        ].join(", ")
      : `${kind} ${notes.join("; ")}`,
  );
}

it("reads a Danish feed", async () => {
  const rows = await read(
    [
      "Mærke;Model;1. registrering;Pris;Kilometertal;Drivmiddel;Gear;Farve;Karrosseri;Motorstørrelse;Hestekræfter;km/l;Skadet;Solgt",
      "BMW;320d;05/2018;214.900,-;174.000 km;Diesel;Automatgear;Sortmetal;Stationcar;2,0;190 hk;21,3;Nej;Nej",
      "Audi;A3;03-2019;189.900 kr.;98.500;Benzin;Manuelt gear;Hvid;Hatchback;1,4;150 hk;19,6;Nej;Nej",
      "Audi;e-tron;2021;kr. 429.900,-;45.000;El;Automatisk;Blå;SUV;;408 hk;;Nej;Nej",
      "Mercedes-Benz;C 300 e;2020;389.900;60.000;Plug-in Benzin;Automatgear;Grå;Sedan;2,0;320 hk;;Nej;Nej",
      "BMW;X5;2019;389.900;60.000;Diesel;Automatgear;Grå;SUV;3,0;;;Ja;Nej",
      "BMW;X5;2019;389.900;60.000;Diesel;Automatgear;Grå;SUV;3,0;;;Nej;Ja",
      "BMW;X5;2019;3.895 kr./md.;60.000;Diesel;Automatgear;Grå;SUV;3,0;;;Nej;Nej",
      "BMW;X5;2019;289.900 ekskl. moms;60.000;Diesel;Automatgear;Grå;SUV;3,0;;;Nej;Nej",
      "BMW;X5;2019;249.900 uden afgift;60.000;Diesel;Automatgear;Grå;SUV;3,0;;;Nej;Nej",
      "BMW;X5;2019;Ring;60.000;Diesel;Automatgear;Grå;SUV;3,0;;;Nej;Nej",
    ],
    "--currency DKK",
  );
  expect(rows).toEqual([
    "BMW 320d 2018, 214900 DKK, 174000 km, diesel automatic 2000 estate Sortmetal",
    "Audi A3 2019, 189900 DKK, 98500 km, petrol manual 1400 hatchback Hvid",
    "Audi e-tron 2021, 429900 DKK, 45000 km, electric automatic null suv Blå",
    "Mercedes-Benz C 300 e 2020, 389900 DKK, 60000 km, plug-in hybrid automatic 2000 saloon Grå",
    expect.stringMatching(/^damaged/),
    expect.stringMatching(/^notForSale/),
    expect.stringContaining("monthly rate"),
    expect.stringContaining("without tax"),
    expect.stringContaining("without tax"),
    expect.stringContaining("not an amount"),
  ]);
});

it("reads a Norwegian feed, whose kombi is a hatchback", async () => {
  const rows = await read(
    [
      "Finn-kode;Merke;Modell;Årsmodell;Totalpris;Pris eksl. omreg.;Kilometerstand;Drivstoff;Girkasse;Farge;Karosseri;Slagvolum;Effekt;1. gang registrert;Beskrivelse",
      "123;BMW;320d;2018;214 900,-;208 000,-;174 000 km;Diesel;Automat;Svart;Stasjonsvogn;2,0 l;190 hk;12.05.2018;Ingen skader",
      "124;Audi;A3;2019;kr 189 900;180 000;98 500;Bensin;Manuell;Hvit;Kombi 5-dørs;1,4 l;150 hk;02.01.2019;",
      "125;Audi;e-tron;2021;429 900;420 000;45 000;Elektrisitet;Automat;Blå;SUV/Offroad;;408 hk;;",
      "126;BMW;X5;2019;389 900;380 000;60 000;Plug-in bensin;Automat;Grå;SUV/Offroad;;;;Solgt som reparasjonsobjekt, har skade på front",
      "127;BMW;X5;2019;389 900 + omreg.;380 000;60 000;Diesel;Automat;Grå;SUV/Offroad;;;;",
      "128;BMW;X5;2019;3 995/mnd;380 000;60 000;Diesel;Automat;Grå;SUV/Offroad;;;;",
    ],
    "--currency NOK",
  );
  expect(rows).toEqual([
    "BMW 320d 2018, 214900 NOK, 174000 km, diesel automatic 2000 estate Svart",
    "Audi A3 2019, 189900 NOK, 98500 km, petrol manual 1400 hatchback Hvit",
    "Audi e-tron 2021, 429900 NOK, 45000 km, electric automatic null suv Blå",
    expect.stringMatching(/^damaged/),
    expect.stringContaining("not an amount"),
    expect.stringContaining("monthly rate"),
  ]);
});

it("leaves out the body that Norwegians and others call by one word", async () => {
  const feed = (words: string) => [words, "Audi;A3;2019;189 900 kr;98 500;Kombi"];
  const [norwegian] = await read(
    feed("Merke;Modell;Årsmodell;Pris;Kjørelengde;Karosseri"),
    "--currency NOK",
  );
  expect(norwegian).toBe("Audi A3 2019, 189900 NOK, 98500 km, null null null hatchback null");
  const [swedish] = await read(
    feed("Märke;Modell;Årsmodell;Pris;Mätarställning (km);Karosseri"),
    "--currency SEK",
  );
  expect(swedish).toContain("estate");
});

it("reads a Portuguese feed", async () => {
  const rows = await read([
    "Marca;Modelo;Versão;Ano;Mês de registo;Preço;Quilómetros;Combustível;Caixa;Cor;Segmento;Cilindrada;Potência;Nº de portas;Matrícula;Observações",
    "BMW;320 d;Touring Line Luxury;2018;5;24.900 €;174.000 km;Diesel;Automática;Preto;Carrinha;1.995 cm3;190 cv;5;AA-12-BB;Sem acidentes, nacional",
    "Audi;A3;1.6 TDI;2017;11;16 750 EUR;98 500 km;Gasóleo;Manual;Branco;Citadino;1 598 cm3;116 cv;5;;",
    "Mercedes-Benz;C 300;;2020;3;42.500,00 €;60.000;Híbrido Plug-in;Automática;Cinzento;Sedan;1.991;320 cv;4;;Negociável",
    "BMW;i3;;2019;1;21.900 €;45.000 km;Elétrico;Automática;Azul;Utilitário;;170 cv;5;;",
    "BMW;X5;;2019;1;21.900 € + IVA;45.000 km;Diesel;Automática;Azul;SUV / TT;;;5;;",
    "BMW;X5;;2019;1;21.900 €;45.000 km;Diesel;Automática;Azul;SUV / TT;;;5;;Carro acidentado de frente",
    "BMW;X5;;2019;1;399 €/mês;45.000 km;Diesel;Automática;Azul;SUV / TT;;;5;;",
    "BMW;X5;;2019;1;Vendido;45.000 km;Diesel;Automática;Azul;SUV / TT;;;5;;",
  ]);
  expect(rows).toEqual([
    "BMW 320 d 2018, 24900 EUR, 174000 km, diesel automatic 1995 estate Preto",
    "Audi A3 2017, 16750 EUR, 98500 km, diesel manual 1598 hatchback Branco",
    "Mercedes-Benz C 300 2020, 42500 EUR, 60000 km, plug-in hybrid automatic 1991 saloon Cinzento",
    "BMW i3 2019, 21900 EUR, 45000 km, electric automatic null hatchback Azul",
    expect.stringContaining("without tax"),
    expect.stringMatching(/^damaged/),
    expect.stringContaining("monthly rate"),
    expect.stringMatching(/^notForSale/),
  ]);
});

it("reads a Hungarian feed", async () => {
  const rows = await read([
    "Hirdetéskód;Gyártmány;Modell;Évjárat;Ár;Kilométeróra állása;Üzemanyag;Sebességváltó;Szín;Kivitel;Hengerűrtartalom;Teljesítmény;Állapot;Rendszám;Leírás",
    "1;BMW;320d;2018/5;12 490 000 Ft;174 000 km;Dízel;Automata (8 fokozatú);Fekete;Kombi;1995 cm³;140 kW, 190 LE;Kitűnő;ABC-123;Sérülésmentes, első tulajdonostól",
    "2;AUDI;A3;2017;5.490.000 Ft;98.500 km;Benzin;Manuális (6 fokozatú);Fehér;Ferdehátú;1395 cm³;150 LE;Megkímélt;;Balesetet nem szenvedett autó. Nem sérült!",
    "3;BMW;X5;2019;25 900 000 Ft;60 000 km;Hibrid (Benzin);Automata;Szürke;Városi terepjáró (crossover);2998 cm³;;Normál;;",
    "4;BMW;X5;2019;9 900 000 Ft;60 000 km;Dízel;Automata;Szürke;Terepjáró;2993;;Motorhibás;;",
    "5;BMW;X5;2019;9 900 000 Ft + ÁFA;60 000 km;Dízel;Automata;Szürke;Terepjáró;2993;;Normál;;",
    "6;BMW;X5;2019;9 900 000 Ft;60 000 km;Elektromos;Félautomata;Szürke;Terepjáró;;;Normál;;Eladó, sérült bal első",
    "7;BMW;X5;2019;99 000 Ft/hó;60 000 km;Dízel;Automata;Szürke;Terepjáró;2993;;Normál;;",
  ]);
  expect(rows).toEqual([
    "BMW 320d 2018, 12490000 HUF, 174000 km, diesel automatic 1995 estate Fekete",
    "Audi A3 2017, 5490000 HUF, 98500 km, petrol manual 1395 hatchback Fehér",
    "BMW X5 2019, 25900000 HUF, 60000 km, hybrid automatic 2998 suv Szürke",
    expect.stringMatching(/^damaged/),
    expect.stringContaining("without tax"),
    expect.stringMatching(/^damaged/),
    expect.stringContaining("monthly rate"),
  ]);
});

it("tells a Hungarian price from a Nordic year by the accent alone", async () => {
  const hungarian = (price: string) => [
    `Gyártmány;Modell;Évjárat;${price};Futott km`,
    "BMW;X5;2019;9 900 000;60 000",
  ];
  for (const price of ["Ár", "ÁR", "Ár (Ft)", "Ár Ft", "Ár (bruttó)", "Bruttó ár", "a\u0301r"])
    expect(await read(hungarian(price), "--currency HUF")).toEqual([
      "BMW X5 2019, 9900000 HUF, 60000 km, null null null suv null",
    ]);
  const danish = (year: string) => [`Mærke;Model;${year};Pris;Kørt`, "BMW;X5;2019;389.900;60.000"];
  for (const year of ["År", "ÅR", "Årgang", "A\u030ar"])
    expect(await read(danish(year), "--currency DKK")).toEqual([
      "BMW X5 2019, 389900 DKK, 60000 km, null null null suv null",
    ]);
  // Without its accent it is either, so it is neither.
  await expect(read(hungarian("Ar"), "--currency HUF")).rejects.toThrow(/price/);
  await expect(read(danish("Ar"), "--currency DKK")).rejects.toThrow(/year/);
});

it("reads a Romanian feed", async () => {
  const rows = await read(
    [
      "ID anunț;Marca;Model;Versiune;Anul fabricației;Preț;Rulaj;Combustibil;Cutie de viteze;Culoare;Caroserie;Capacitate cilindrică;Putere;Transmisie;Avariat;Număr de uși",
      "1;BMW;Seria 3;320d xDrive;2018;24 900 EUR;174 000 km;Diesel;Automată;Negru;Break;1 995 cm3;190 CP;4x4 (automat);Nu;5",
      "2;Audi;A3;1.4 TFSI;2017;16.750 €;98.500 km;Benzină;Manuală;Alb;Compactă;1 395 cm3;150 CP;Față;Nu;5",
      "3;Mercedes-Benz;C 220;;2016;18 900 EUR;155 000 km;Motorină;Automată;Gri;Berlină;2143;;Spate;Nu;4",
      "4;BMW;X5;;2019;18 900 EUR;155 000 km;Motorină;Automată;Gri;SUV;;;4x4;Da;5",
      "5;BMW;X5;;2019;18 900 EUR + TVA;155 000 km;Benzină + GPL;Automată;Gri;SUV;;;4x4;Nu;5",
      "6;BMW;X5;;2019;249 €/lună;155 000 km;Hibrid;Automată;Gri;SUV;;;4x4;Nu;5",
      "7;BMW;X5;;2019;92 500 lei;155 000 km;Hibrid;Automată;Gri;SUV;;;4x4;Nu;5",
    ],
    "--currency EUR",
  );
  expect(rows).toEqual([
    "BMW 3 Series 2018, 24900 EUR, 174000 km, diesel automatic 1995 estate Negru",
    "Audi A3 2017, 16750 EUR, 98500 km, petrol manual 1395 hatchback Alb",
    "Mercedes-Benz C 220 2016, 18900 EUR, 155000 km, diesel automatic 2143 saloon Gri",
    expect.stringMatching(/^damaged/),
    expect.stringContaining("without tax"),
    expect.stringContaining("monthly rate"),
    expect.stringContaining("the price is in RON, the feed in EUR"),
  ]);
  expect(
    await read(["Marca;Model;An;Preț (lei);Kilometraj", "BMW;X5;2019;192.500;155.000"]),
  ).toEqual(["BMW X5 2019, 192500 RON, 155000 km, null null null suv null"]);
});

it("reads a Turkish feed", async () => {
  const rows = await read([
    "İlan No;Marka;Model;Yıl;Fiyat;KM;Yakıt;Vites;Renk;Kasa Tipi;Motor Hacmi;Motor Gücü;Çekiş;Ağır Hasar Kayıtlı;Plaka;Açıklama",
    "1;BMW;320d;2018;1.250.000 TL;174.000;Dizel;Otomatik;Siyah;Sedan;1995 cc;190 hp;Arkadan İtiş;Hayır;34 ABC 12;Hatasız, hasar kaydı yok",
    "2;Audi;A3;2017;985.000 TL;98.500;Benzin;Düz;Beyaz;Hatchback/5;1401 - 1600 cm3;126 - 150 hp;Önden Çekiş;Hayır;;Hasarsız ve kazasız",
    "3;Mercedes-Benz;C 200;2019;2.150.000 ₺;60.000;LPG & Benzin;Yarı Otomatik;Gri;Station wagon;1497 cc;;;Hayır;;",
    "4;BMW;X5;2019;2.150.000 TL;60.000;Hibrit;Otomatik;Gri;SUV;;;;Evet;;",
    "5;BMW;X5;2019;2.150.000 TL;60.000;Elektrik;Otomatik;Gri;SUV;;;;Hayır;;Araç hasarlıdır",
    "6;BMW;X5;2019;2.150.000 TL + KDV;60.000;Dizel;Otomatik;Gri;SUV;;;;Hayır;;",
    "7;BMW;X5;2019;45.000 TL/ay;60.000;Dizel;Otomatik;Gri;SUV;;;;Hayır;;",
  ]);
  expect(rows).toEqual([
    "BMW 320d 2018, 1250000 TRY, 174000 km, diesel automatic 1995 saloon Siyah",
    "Audi A3 2017, 985000 TRY, 98500 km, petrol manual null hatchback Beyaz",
    "Mercedes-Benz C 200 2019, 2150000 TRY, 60000 km, lpg semi-automatic 1497 estate Gri",
    expect.stringMatching(/^damaged/),
    expect.stringMatching(/^damaged/),
    expect.stringContaining("without tax"),
    expect.stringContaining("monthly rate"),
  ]);
});

it("reads Romanian XML, with its unit of distance", async () => {
  const car = (model: string, rulaj: string) =>
    `<anunt><pret moneda="EUR">29990</pret><vehicul><marca>BMW</marca><model>${model}</model><an_fabricatie>2019</an_fabricatie>${rulaj}</vehicul></anunt>`;
  const units = ["", ' unitate="km"', ' unitate="mii km"'];
  const cars = units.map((unit) => car("X3", `<rulaj${unit}>118000</rulaj>`)).join("");
  expect(await read([`<anunturi>${cars}</anunturi>`], "", "feed.xml")).toEqual([
    "BMW X3 2019, 29990 EUR, 118000 km, null null null suv null",
    "BMW X3 2019, 29990 EUR, 118000 km, null null null suv null",
    expect.stringContaining('unknown unit of distance "mii km"'),
  ]);
});

it("reads a Turkish feed in its own encoding", async () => {
  const text =
    "Marka;Model;Yıl;Fiyat;Kilometre;Yakıt;Değişen\nBMW;X5;2019;2.150.000 TL;60.000;Dizel;Yok\n";
  const rows = await readFeedRows({ "feed.csv": iconv.encode(text, "windows-1254") }, "");
  expect(rows).toMatchObject([{ car: { year: 2019, mileage: 60_000, fuel: "diesel" } }]);
});

it.each([
  ["Gyártmány;Modell;Évjárat;Ár;Km", "2019.05.", "5 490 000 Ft", "60 000", "60000 km"],
  ["Gyártmány;Modell;Évjárat;Ár;Km", "2019. 05. 12.", "5.490.000,- Ft", "60 000 km", "60000 km"],
  ["Gyártmány;Modell;Évjárat;Ár;Km", "05/19", "5 490 000 Ft", "60 000", "is not a year"],
  ["Gyártmány;Modell;Évjárat;Ár;Km", "2019", "5,49 millió Ft", "60 000", "not an amount"],
  ["Gyártmány;Modell;Évjárat;Ár;Km", "2019", "5 490 eFt", "60 000", "not an amount"],
  ["Gyártmány;Modell;Évjárat;Ár;Km", "2019", "5 490 000 Ft", "60 ezer km", "unknown unit"],
  ["Marka;Model;Yıl;Fiyat;Km", "2019", "985 bin TL", "60.000", "not an amount"],
  ["Marka;Model;Yıl;Fiyat;Km", "2019", "1.250.000 TL", "60 bin km", "unknown unit"],
  ["Marka;Model;Yıl;Fiyat;Km", "2019", "ÖTV siz 1.250.000 TL", "60.000", "without tax"],
  ["Marca;Modelo;Ano;Preço;Quilómetros", "2019", "24.900 €", "60 mil km", "60000 km"],
  ["Marca;Model;An;Preț;Rulaj", "2019", "24.900 EUR", "60 mii km", "unknown unit"],
  ["Mærke;Model;Årgang;Pris;Kilometertal", "2019", "214,9 t.kr", "60.000", "not an amount"],
  ["Merke;Modell;Årsmodell;Pris;Kjørelengde", "2019", "214 900 NOK", "6 000 mil", "unknown unit"],
])("reads %s: %s, %s, %s as %s", async (headers, year, price, mileage, shown) => {
  const [row] = await read([headers, `BMW;X5;${year};${price};${mileage}`]);
  expect(row).toContain(shown);
});

it.each([
  ["nu a fost accidentată", null],
  ["Fără accidente, nu are daune", null],
  // Dutch and Swedish: "now".
  ["heeft nu schade", "damaged"],
  ["bilen är nu skadad", "damaged"],
  ["bilen har ingen skade", null],
  ["hasar kaydı yoktur", null],
  ["hasar kaydı var", "damaged"],
  ["nunca teve acidentes", null],
  ["ikke kjørbar", "damaged"],
])("takes %s for %s", (text, state) =>
  expect(damageIn(text) === null ? null : "damaged").toBe(state),
);
