import { model, words, type MakeFacts } from "./make-facts.ts";

/** Names, bodies and first years are those of the maker's own model histories. */
export const maserati = {
  name: "Maserati",
  categoryId: 11,
  logo: "maserati.svg",
  spellings: ["maserati"],
  nicknames: ["maseratis", "maser"],
  models: [
    model("Ghibli", 1967, "low", ["saloon", "coupe"]),
    model("Quattroporte", 1963, "high", ["saloon"]),
    model("Levante", 2016, "high", ["suv"]),
    model("Grecale", 2022, "high", ["suv"]),
    model("GranTurismo", 2007, "low", ["coupe", "convertible"], { spellings: ["Gran Turismo"] }),
    model("GranCabrio", 2009, "high", ["convertible"], { spellings: ["Gran Cabrio"] }),
    model("GranSport", 2004, "low", ["coupe", "convertible"], { spellings: ["Gran Sport"] }),
    model("MC20", 2020, "low", ["coupe", "convertible"]),
    model("MC12", 2004, "low", ["coupe", "convertible"]),
    model("MCPura", 2025, "low", ["coupe", "convertible"]),
    model("3200 GT", 1998, "high", ["coupe"], { spellings: ["3200"] }),
    model("4200 GT", 2001, "low", ["coupe", "convertible"], { spellings: ["4200"] }),
    model("Biturbo", 1981, "low", ["coupe", "convertible", "saloon"]),
    model("Bora", 1971, "high", ["coupe"]),
    model("Merak", 1972, "high", ["coupe"]),
    model("Khamsin", 1974, "high", ["coupe"]),
    model("Shamal", 1990, "high", ["coupe"]),
  ],
  otherNames: /^(?:coupe|spyder|indy|mistral|kyalami|222|228|430|karif|3500)\b/,
  trims: ["granlusso", "gransport", "trofeo", "modena"],
  manufacturerCodes: words("ZAM ZN6"),
} as const satisfies MakeFacts;
