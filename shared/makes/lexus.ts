import { model, words, type MakeFacts } from "./make-facts.ts";

/** Names, bodies and first years are those of the maker's own model histories. */
export const lexus = {
  name: "Lexus",
  categoryId: 7,
  logo: "lexus.svg",
  spellings: ["lexus"],
  nicknames: ["lexuses"],
  models: [
    model("IS", 1998, "low", ["saloon", "estate", "convertible"], { needsMake: true }),
    model("ES", 1989, "high", ["saloon"], { needsMake: true }),
    model("GS", 1991, "high", ["saloon"], { needsMake: true }),
    model("LS", 1989, "high", ["saloon"], { needsMake: true }),
    model("RX", 1997, "high", ["suv"], { needsMake: true }),
    model("NX", 2014, "high", ["suv"], { needsMake: true }),
    model("UX", 2018, "high", ["suv"], { needsMake: true }),
    model("GX", 2002, "high", ["suv"], { needsMake: true }),
    model("LX", 1995, "high", ["suv"], { needsMake: true }),
    model("CT", 2010, "high", ["hatchback"], { needsMake: true }),
    model("RC", 2014, "high", ["coupe"], { needsMake: true }),
    model("LC", 2017, "low", ["coupe", "convertible"], { needsMake: true }),
    model("SC", 1991, "low", ["coupe", "convertible"], { needsMake: true }),
    model("RZ", 2022, "high", ["suv"], { needsMake: true }),
    model("LM", 2020, "high", ["mpv"], { needsMake: true }),
    model("HS", 2009, "high", ["saloon"], { needsMake: true }),
    model("TX", 2023, "high", ["suv"], { needsMake: true }),
    model("LBX", 2023, "high", ["suv"]),
    model("LFA", 2010, "low", ["coupe", "convertible"]),
  ],
  badges: [
    {
      pattern: /^(is|es|gs|ls|rx|nx|ux|gx|lx|ct|rc|lc|sc|rz|lm|hs|tx)(?: ?f)?[ -]?\d{3}(?!\d)/,
      model: "$1",
    },
  ],
  shortNames: [{ pattern: /^(is|gs|rc|lc)f$/, model: "$1" }],
  trims: ["f sport", "takumi"],
  manufacturerCodes: words("JTH JTJ JT6 JT8 2T2 58A"),
} as const satisfies MakeFacts;
