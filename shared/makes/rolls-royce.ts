import { model, words, type MakeFacts } from "./make-facts.ts";

/** Names, bodies and first years are those of the maker's own model histories. */
export const rollsRoyce = {
  name: "Rolls-Royce",
  categoryId: 14,
  logo: "rolls-royce.svg",
  spellings: ["rolls royce", "rollsroyce", "rolls"],
  nicknames: ["roller", "rollers"],
  models: [
    model("Phantom", 1925, "low", ["saloon", "coupe", "convertible"]),
    model("Ghost", 2009, "high", ["saloon"], { needsMake: true }),
    model("Wraith", 1938, "low", ["coupe", "saloon"]),
    model("Dawn", 2015, "high", ["convertible"], { needsMake: true }),
    model("Silver Dawn", 1949, "high", ["saloon"]),
    model("Cullinan", 2018, "high", ["suv"]),
    model("Spectre", 2023, "high", ["coupe"]),
    model("Silver Seraph", 1998, "high", ["saloon"]),
    model("Silver Shadow", 1965, "high", ["saloon"]),
    model("Silver Spirit", 1980, "high", ["saloon"]),
    model("Silver Spur", 1980, "high", ["saloon"]),
    model("Silver Cloud", 1955, "low", ["saloon", "convertible"]),
    model("Silver Wraith", 1946, "high", ["saloon"]),
    model("Corniche", 1971, "low", ["convertible", "coupe"]),
    model("Camargue", 1975, "high", ["coupe"]),
    model("Park Ward", 2000, "high", ["saloon"]),
  ],
  otherNames: /^(?:silver ghost|twenty|20 25|25 30|flying spur|boat tail|sweptail)\b/,
  trims: ["black badge"],
  manufacturerCodes: words("SCA SLA"),
} as const satisfies MakeFacts;
