import { model, words, type MakeFacts } from "./make-facts.ts";

/** Names, bodies and first years are those of the maker's own model histories. */
export const astonMartin = {
  name: "Aston Martin",
  categoryId: 10,
  logo: "aston-martin.svg",
  spellings: ["aston martin", "astonmartin", "aston"],
  nicknames: ["astons"],
  models: [
    model("Vantage", 1977, "low", ["coupe", "convertible"], {
      spellings: ["V8 Vantage", "V12 Vantage"],
    }),
    model("DB7", 1994, "low", ["coupe", "convertible"]),
    model("DB9", 2003, "low", ["coupe", "convertible"]),
    model("DB11", 2016, "low", ["coupe", "convertible"]),
    model("DB12", 2023, "low", ["coupe", "convertible"]),
    model("DBS", 1967, "low", ["coupe", "convertible"]),
    model("DBX", 2020, "high", ["suv"], { spellings: ["DBX707"] }),
    model("Rapide", 2009, "high", ["saloon"]),
    model("Vanquish", 2001, "low", ["coupe", "convertible"]),
    model("Virage", 1989, "low", ["coupe", "convertible"]),
    model("Valkyrie", 2021, "low", ["coupe", "convertible"]),
    model("Valhalla", 2024, "high", ["coupe"]),
    model("Vulcan", 2015, "high", ["coupe"]),
    model("One-77", 2009, "high", ["coupe"]),
    model("Cygnet", 2011, "high", ["hatchback"]),
    model("Lagonda", 1974, "high", ["saloon"]),
  ],
  otherNames: /^(?:db ?[23456](?: .*)?|dbsv8|v8|valour|valiant)\b/,
  trims: ["volante"],
  manufacturerCodes: words("SCF SD7"),
} as const satisfies MakeFacts;
