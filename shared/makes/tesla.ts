import { model, words, type MakeFacts } from "./make-facts.ts";

/** Names, bodies and first years are those of the maker's own model histories. */
export const tesla = {
  name: "Tesla",
  categoryId: 15,
  logo: "tesla.svg",
  spellings: ["tesla", "tesla motors"],
  nicknames: ["teslas"],
  models: [
    model("Model S", 2012, "high", ["hatchback"]),
    model("Model 3", 2017, "high", ["saloon"]),
    model("Model X", 2015, "high", ["suv"]),
    model("Model Y", 2020, "high", ["suv"]),
    model("Roadster", 2008, "high", ["convertible"], { needsMake: true }),
    model("Cybertruck", 2023, "high", ["pickup"]),
  ],
  shortNames: [
    { pattern: /^([sxy3])$/, model: "model$1", isName: true },
    { pattern: /^([sxy3])\d{2,3}d?$/, model: "model$1" },
  ],
  trims: ["plaid", "long range"],
  manufacturerCodes: words("5YJ 7SA 7G2 LRW XP7 SFZ"),
} as const satisfies MakeFacts;
