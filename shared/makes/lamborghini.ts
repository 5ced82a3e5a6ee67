import { model, words, type MakeFacts } from "./make-facts.ts";

/** Names, bodies and first years are those of the maker's own model histories. */
export const lamborghini = {
  name: "Lamborghini",
  categoryId: 13,
  logo: "lamborghini.svg",
  spellings: ["lamborghini"],
  nicknames: ["lambo", "lambos", "lamborghinis", "lamborgini"],
  models: [
    model("Huracan", 2014, "low", ["coupe", "convertible"]),
    model("Aventador", 2011, "low", ["coupe", "convertible"]),
    model("Urus", 2018, "high", ["suv"]),
    model("Revuelto", 2023, "high", ["coupe"]),
    model("Temerario", 2024, "high", ["coupe"]),
    model("Gallardo", 2003, "low", ["coupe", "convertible"]),
    model("Murcielago", 2001, "low", ["coupe", "convertible"]),
    model("Diablo", 1990, "low", ["coupe", "convertible"]),
    model("Countach", 1974, "high", ["coupe"]),
    model("Miura", 1966, "high", ["coupe"]),
    model("Espada", 1968, "high", ["coupe"]),
    model("Jalpa", 1981, "high", ["convertible"]),
    model("Silhouette", 1976, "high", ["convertible"]),
    model("Urraco", 1972, "high", ["coupe"]),
    model("Jarama", 1970, "high", ["coupe"]),
    model("LM002", 1986, "high", ["suv"]),
    model("Reventon", 2007, "low", ["coupe", "convertible"]),
    model("Sian", 2019, "low", ["coupe", "convertible"]),
    model("Veneno", 2013, "low", ["coupe", "convertible"]),
    model("Centenario", 2016, "low", ["coupe", "convertible"]),
  ],
  otherNames: /^(?:islero|350 ?gt|400 ?gt|sesto elemento|essenza)\b/,
  manufacturerCodes: words("ZHW ZPB"),
} as const satisfies MakeFacts;
