import { model, words, type MakeFacts } from "./make-facts.ts";

/** Names, bodies and first years are those of the maker's own model histories. */
export const jaguar = {
  name: "Jaguar",
  categoryId: 5,
  logo: "jaguar.svg",
  spellings: ["jaguar"],
  nicknames: ["jag", "jags", "jaguars"],
  models: [
    model("XE", 2015, "high", ["saloon"]),
    model("XF", 2007, "low", ["saloon", "estate"]),
    model("XJ", 1968, "high", ["saloon"], { spellings: ["XJ6", "XJ8", "XJ12", "XJ40", "XJR"] }),
    model("XJS", 1975, "low", ["coupe", "convertible"], { spellings: ["XJ-S"] }),
    model("XJ220", 1992, "high", ["coupe"]),
    model("XK", 1996, "low", ["coupe", "convertible"], { spellings: ["XK8", "XKR"] }),
    model("E-Type", 1961, "low", ["coupe", "convertible"]),
    model("F-Type", 2013, "low", ["coupe", "convertible"]),
    model("S-Type", 1999, "high", ["saloon"]),
    model("X-Type", 2001, "low", ["saloon", "estate"]),
    model("E-Pace", 2017, "high", ["suv"]),
    model("F-Pace", 2015, "high", ["suv"]),
    model("I-Pace", 2018, "high", ["suv"]),
  ],
  otherNames:
    /^(?:mark (?:[12x]|ii|vii|ix)|mk ?[12]|ss ?100|420 ?g?|c type|d type|daimler|xk ?1[245]0)\b/,
  trims: ["r dynamic", "r sport", "portfolio", "prestige", "supersport"],
  manufacturerCodes: words("SAJ SAD"),
} as const satisfies MakeFacts;
