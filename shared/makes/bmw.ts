import { model, words, type MakeFacts } from "./make-facts.ts";

/**
 * Bodies and confidence of the models were curated by hand from British and American ads and the NHTSA's vPIC register;
 * first years are the maker's own (for a name with several generations, the first).
 */
export const bmw = {
  name: "BMW",
  categoryId: 1,
  logo: "bmw.svg",
  spellings: ["bmw", "b m w", "bayerische motoren werke"],
  columnNames: ["bmw m"],
  nicknames: ["bimmer", "beemer", "beamer", "bwm", "bmv"],
  models: [
    model("1 Series", 2004, "medium", ["hatchback", "coupe", "convertible"]),
    model("2 Series", 2013, "low", ["hatchback", "coupe", "convertible", "mpv", "saloon"]),
    model("3 Series", 1975, "medium", ["saloon", "estate", "hatchback", "coupe", "convertible"]),
    model("4 Series", 2013, "medium", ["coupe", "convertible", "hatchback"]),
    model("5 Series", 1972, "medium", ["saloon", "estate", "hatchback"]),
    model("6 Series", 1976, "low", ["coupe", "convertible", "saloon", "hatchback"]),
    model("7 Series", 1977, "high", ["saloon"]),
    model("8 Series", 1989, "low", ["coupe", "convertible", "saloon"]),
    model("M2", 2015, "high", ["coupe"]),
    model("M3", 1986, "low", ["saloon", "coupe", "convertible", "estate"]),
    model("M4", 2014, "low", ["coupe", "convertible"]),
    model("M5", 1984, "low", ["saloon", "estate"]),
    model("M6", 1983, "low", ["coupe", "convertible", "saloon"]),
    model("X1", 2009, "high", ["suv"]),
    model("X2", 2017, "high", ["suv"]),
    model("X3", 2003, "high", ["suv"]),
    model("X4", 2014, "high", ["suv"]),
    model("X5", 1999, "high", ["suv"]),
    model("X6", 2008, "high", ["suv"]),
    model("X7", 2018, "high", ["suv"]),
    model("Z3", 1995, "low", ["convertible", "coupe"]),
    model("Z4", 2002, "low", ["convertible", "coupe"]),
    model("i3", 2013, "high", ["hatchback"]),
    model("i8", 2014, "low", ["coupe", "convertible"]),
    model("1M", 2011, "high", ["coupe"]),
    model("M8", 2019, "low", ["coupe", "convertible", "saloon"]),
    model("Z8", 1999, "high", ["convertible"]),
    model("i4", 2021, "high", ["hatchback"]),
    model("i5", 2023, "low", ["saloon", "estate"]),
    model("i7", 2022, "high", ["saloon"]),
    model("iX", 2021, "high", ["suv"]),
    model("iX1", 2022, "high", ["suv"]),
    model("iX3", 2020, "high", ["suv"]),
    model("XM", 2022, "high", ["suv"]),
  ],
  prefixes: ["activehybrid"],
  generation: /^[efgu]\d\d$/,
  // A letter must follow. Bare digits ("230") are a truncated name, not a badge.
  badges: [{ pattern: /^m?([1-8])\d\d ?[a-z]/, model: "$1series" }],
  shortNames: [
    { pattern: /^([1-8])$/, model: "$1series", isName: true },
    { pattern: /^([1-8])(?:gt|\d\d)$/, model: "$1series" },
    { pattern: /^([ix]\d|z[34])(?:s|m(?:\d\d[a-z]?)?)$/, model: "$1" },
  ],
  // Of the cars that BMW sold: no other model has these numbers, apart from those that are also of a Mercedes-Benz.
  numbers: { mean: "model", pattern: /^(?:[1-8](?:1[468]|2[0358]|3[05]|4[05])|[5-8]50|[57]60)$/ },
  otherNames:
    /^(?:[xzmi] (?:series|serie|seria|reihe)|m ?1|z ?1|i ?x ?2|isetta|alpina|neue klasse|\d{4} ?(?:ti|tii|turbo|cs|csl|touring))\b/,
  trims: [
    "m sport",
    "m performance",
    "competition",
    "x line",
    "xline",
    "luxury line",
    "modern line",
    "sport line",
  ],
  manufacturerCodes: words(
    "WBA WBS WBX WBY WB1 WB3 WB4 WB5 WBW 4US 5UX 5UM 5YM 3MW 3MF X4X LBV AB1 98M MMF MHH PM1",
  ),
} as const satisfies MakeFacts;
