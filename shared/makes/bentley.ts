import { model, words, type MakeFacts } from "./make-facts.ts";

/** Names, bodies and first years are those of the maker's own model histories. */
export const bentley = {
  name: "Bentley",
  categoryId: 9,
  logo: "bentley.svg",
  spellings: ["bentley"],
  nicknames: ["bentleys"],
  models: [
    model("Bentayga", 2015, "high", ["suv"]),
    model("Continental GT", 2003, "low", ["coupe", "convertible"], {
      spellings: ["Continental GTC"],
    }),
    model("Continental R", 1991, "high", ["coupe"]),
    model("Continental T", 1996, "high", ["coupe"]),
    model("Continental Flying Spur", 2005, "high", ["saloon"]),
    model("Flying Spur", 2005, "high", ["saloon"]),
    model("Arnage", 1998, "high", ["saloon"]),
    model("Azure", 1995, "high", ["convertible"]),
    model("Mulsanne", 1980, "high", ["saloon"]),
    model("Brooklands", 1992, "low", ["saloon", "coupe"]),
    model("Turbo R", 1985, "high", ["saloon"]),
    model("Bacalar", 2020, "high", ["convertible"]),
    model("Batur", 2022, "low", ["coupe", "convertible"]),
  ],
  otherNames: /^(?:eight|s ?[123]|t ?[12]|t series|r type|mark vi|continental)\b/,
  trims: ["mulliner", "first edition"],
  manufacturerCodes: words("SCB SJA"),
} as const satisfies MakeFacts;
