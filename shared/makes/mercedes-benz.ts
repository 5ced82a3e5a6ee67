import { model, words, type MakeFacts } from "./make-facts.ts";

// What stands before the number of a car, the longest first.
const classes = words(
  "cla cls clk clc cle cl gla glb glc gle gls glk gl slk slc sl ml eqa eqb eqc eqe eqs eqv a b c e g r s v x",
);

/**
 * Bodies and confidence of the models were curated by hand from British and American ads and the NHTSA's vPIC register;
 * first years are the maker's own (for a name with several generations, the first).
 */
export const mercedesBenz = {
  name: "Mercedes-Benz",
  categoryId: 2,
  logo: "mercedes-benz.svg",
  spellings: ["mercedes", "mercedes benz", "mercedesbenz", "mb", "merc", "daimler benz"],
  namesWithTrim: ["mercedes amg", "mercedes benz amg"],
  columnNames: ["mercedes maybach"],
  nicknames: ["benz", "mercs"],
  models: [
    model("A Class", 1997, "medium", ["hatchback", "saloon"]),
    model("B Class", 2005, "low", ["mpv", "hatchback"]),
    model("C Class", 1993, "low", ["saloon", "estate", "coupe", "convertible"]),
    model("CL Class", 1996, "low", ["coupe"], { isAmbiguous: true }),
    model("CLA Class", 2013, "medium", ["saloon", "estate"]),
    model("CLC Class", 2008, "high", ["coupe"]),
    model("CLK", 1997, "low", ["coupe", "convertible"], { spellings: ["CLK Class"] }),
    model("CLS Class", 2004, "low", ["coupe", "estate"]),
    model("E Class", 1984, "low", ["saloon", "estate", "coupe", "convertible"]),
    model("G Class", 1979, "high", ["suv"]),
    model("GL Class", 2006, "high", ["suv"], { isAmbiguous: true }),
    model("GLA Class", 2013, "high", ["suv"]),
    model("GLB Class", 2019, "high", ["suv"]),
    model("GLC Class", 2015, "high", ["suv"]),
    model("GLE Class", 2015, "high", ["suv"]),
    model("GLS Class", 2015, "high", ["suv"]),
    model("M Class", 1997, "high", ["suv"]),
    model("R Class", 2005, "high", ["mpv"]),
    model("S Class", 1972, "low", ["saloon", "coupe", "convertible"]),
    model("SL Class", 1954, "high", ["convertible"], { isAmbiguous: true }),
    model("SLK", 1996, "high", ["convertible"], { spellings: ["SLK Class"] }),
    model("V Class", 1996, "high", ["mpv"]),
    model("X Class", 2017, "high", ["pickup"]),
    model("SLC", 2015, "high", ["convertible"], { spellings: ["SLC Class"] }),
    model("SLS AMG", 2009, "low", ["coupe", "convertible"], { spellings: ["SLS"] }),
    model("SLR McLaren", 2003, "low", ["coupe", "convertible"], { spellings: ["SLR"] }),
    model("AMG GT", 2014, "low", ["coupe", "convertible", "hatchback"]),
    model("CLE", 2023, "low", ["coupe", "convertible"], { spellings: ["CLE Class"] }),
    model("GLK", 2008, "high", ["suv"], { spellings: ["GLK Class"] }),
    model("EQA", 2021, "high", ["suv"], { spellings: ["EQA Class"] }),
    model("EQB", 2021, "high", ["suv"], { spellings: ["EQB Class"] }),
    model("EQC", 2019, "high", ["suv"], { spellings: ["EQC Class"] }),
    model("EQE", 2022, "low", ["saloon", "suv"], { spellings: ["EQE Class"] }),
    model("EQS", 2021, "low", ["hatchback", "suv"], { spellings: ["EQS Class"] }),
    model("EQV", 2020, "high", ["mpv"], { spellings: ["EQV Class"] }),
    model("Viano", 2003, "high", ["mpv"]),
    model("190", 1982, "high", ["saloon"]),
  ],
  prefixes: ["amg", "maybach"],
  generation: /^[wscxarv]\d{3}$/,
  badges: [
    { pattern: /^ml[ -]?\d{2,3}(?!\d)/, model: "mclass" },
    { pattern: new RegExp(`^(${classes.join("|")})[ -]?\\d{2,3}(?!\\d)`), model: "$1class" },
  ],
  shortNames: [
    { pattern: /^ml?$/, model: "mclass", isName: true },
    { pattern: /^([abcegrsvx])$/, model: "$1class", isName: true },
  ],
  // Each is the engine of several classes.
  numbers: {
    mean: "engine",
    pattern: /^(?:1[5678]0|190|2[0-8]0|3[02458]0|4[02358]0|5[0568]0|6[05]0|4[35]|5[35]|6[35])$/,
    classes,
  },
  // Since 1997, a 220 of these classes is a diesel, with or without a letter: C 220 CDI, C 220 BlueTEC, C 220 d.
  dieselBadges: /^(?:c|e|v|cls|gl[ck])220$/,
  otherNames:
    /^(?:vito|sprinter|citan|vaneo|vario|metris|marco polo|eqt|t (?:class|klasse|\d{3})|maybach|amg|mercedes amg|pullman|gt|\d{3} (?:s|se|sel|sec|sl|slc|e|td|ce|te|ge|gd)|\d{3}(?:sel?|sec|slc?|ce|te|td|ge|gd))\b/,
  trims: ["amg", "amg line", "elegance", "avantgarde"],
  manufacturerCodes: words(
    "WDB WDC WDD WDF WDA WDP WDR WDW WDX WDY WDZ WD0 WD1 WD2 WD3 WD4 WD5 WD8 WMX WEB W1A W1H W1K W1N W1T W1V W1W W1X W1Y W1Z 4JG 55S 8BR 8BT 8AB 8AC 9BM ADB VSA LE4 LEN LB1 NMB MBR MHL MEC RLM Z9M",
  ),
} as const satisfies MakeFacts;
