import { model, words, type MakeFacts } from "./make-facts.ts";

/** Names, bodies and first years are those of the maker's own model histories. */
export const landRover = {
  name: "Land Rover",
  categoryId: 6,
  logo: "land-rover.svg",
  spellings: ["land rover", "landrover"],
  nicknames: ["landy", "landie"],
  models: [
    model("Defender", 1983, "low", ["suv", "pickup", "convertible"]),
    model("Discovery", 1989, "high", ["suv"], { spellings: ["Disco"] }),
    model("Discovery Sport", 2014, "high", ["suv"]),
    model("Freelander", 1997, "low", ["suv", "convertible"]),
    model("Range Rover", 1970, "high", ["suv"]),
    model("Range Rover Sport", 2005, "high", ["suv"]),
    model("Range Rover Evoque", 2011, "low", ["suv", "convertible"], { spellings: ["Evoque"] }),
    model("Range Rover Velar", 2017, "high", ["suv"], { spellings: ["Velar"] }),
  ],
  generation: /^l(?:319|322|405|460|461|462|494|538|550|551|560|663|884|320)$/,
  otherNames: /^(?:series|serie|88|90|109|110|127|130|lightweight|forward control)\b/,
  trims: ["autobiography", "r dynamic", "hse", "vogue", "westminster", "svr"],
  manufacturerCodes: words("SAL"),
} as const satisfies MakeFacts;
