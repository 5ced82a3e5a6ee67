import { describe, expect, it } from "vitest";
import { damageIn, damageInHeader, isDamaged } from "./find-damage.ts";

describe("damageIn", () => {
  it.each([
    "Accident damaged",
    "Salvage title, runs great",
    "Rebuilt title",
    "rebuilt",
    "Cat S, repaired to a high standard",
    "Insurance write-off (CAT N)",
    "Great car but not running",
    "Sold for parts only",
    "Spares or repairs",
    "Doesn't start, needs a new battery",
    "Flooded in 2021",
    "No MOT accident damaged",
    "No rust, engine failure",
    "No accidents, engine damage",
    "Not repaired damage on the left side",
    "Unfallschaden vorne links",
    "Das Fahrzeug hat einen leichten Unfall gehabt",
    "Fahrzeug mit Motorschaden",
    "Hagelschäden auf dem Dach",
    "Getriebeschaden!",
    "Bastlerfahrzeug",
    "nicht fahrbereit",
    "nicht unfallfrei",
    "Unfallfrei: nein",
    "nicht reparierter Unfallschaden",
    "Leicht beschädigtes Fahrzeug",
    "Powypadkowe",
    "Samochód po wypadku",
    "Auto uszkodzone, na części",
    "silnik zatarty",
    "Nie jest bezwypadkowy",
    "Voiture accidentée à l'arrière",
    "Vendu pour pièces, moteur HS",
    "Vehículo accidentado",
    "Coche siniestrado, para piezas",
    "Auto incidentata, da riparare",
    "Danneggiata sul lato destro",
    "Auto met motorschade",
    "Schadeauto, niet rijdend",
    "accident history: 1",
    "Carfax: 1 accident",
    "unfallfrei laut Vorbesitzer, kleiner Parkschaden hinten",
    "Choc avant",
    "Con golpe lateral",
    "Po gradobiciu",
    "1 minor accident reported",
    "Spare or repair",
    "kleiner Parkrempler vorne",
    "Airbags deployed",
    "Vůz po nehodě",
    "Krockskadad",
  ])("finds damage in %j", (text) => expect(damageIn(text)).not.toBeNull());

  it.each([
    "No damage",
    "no accidents",
    "Accident-free",
    "Has never been in an accident.",
    "Never damaged, one owner",
    "No known accidents or damage",
    "No accidents, damage or faults",
    "Clean title,\nno accidents",
    "Free of damage",
    "Accidents: none",
    "Damage: no",
    "Wasn't in any accident",
    "unfallfrei",
    "Unfallfreies Fahrzeug",
    "Unfall- und rostfrei",
    "Kein Unfall, keine Schäden",
    "keine Unfälle oder Schäden",
    "Ohne Unfallschaden",
    "Unfallschaden: nein",
    "nicht beschädigt",
    "Schadstoffklasse Euro 6",
    "Schadenfreiheitsrabatt übertragbar",
    "bezwypadkowy",
    "Brak uszkodzeń",
    "Nieuszkodzony, bezwypadkowy, I właściciel",
    "nie był uszkodzony",
    "W przypadku pytań proszę dzwonić",
    "Jamais accidenté",
    "véhicule non accidenté, sans dégâts",
    "Nunca accidentado",
    "sin daños",
    "Mai incidentata",
    "Nessun incidente",
    "Schadevrij",
    "geen schade",
    "Rebuilt engine and new turbo",
    "Collision damage waiver included",
    "Accident assistance and emergency call",
    "C Class",
    "Skoda trade-in welcome",
    "Accident(s): 0",
    "Nunca ha tenido accidentes",
    "Sin golpes ni accidentes",
    "Anti-damage film, collision warning",
    "never been in an accident or written off",
    "Fahrzeug ist unfall- und nachlackierungsfrei",
    "auto nie uczestniczyło w żadnych kolizjach",
    "voiture jamais accidentée ni repeinte",
    "Rebuilt suspension",
    "Cat D alarm, runs great, not running out of anything",
    "Start-stop, non smoker",
    "Nehavarované, 6 airbags",
  ])("finds none in %j", (text) => expect(damageIn(text)).toBeNull());
  it("reads a long text without punctuation in parts", () => {
    const long = "clean car with all papers ".repeat(200);
    expect(damageIn(long)).toBeNull();
    const found = damageIn(`${long}accident damaged ${long}`);
    expect(found).toContain("accident damaged");
    expect(found!.length).toBeLessThan(2_001);
  });
});

describe("damageInHeader", () => {
  it.each([
    "notRepairedDamage",
    "Unfallschaden",
    "has_accidents",
    "frame_damaged",
    "Uszkodzone",
    "salvage",
    "Schade",
    "accident-damaged",
  ])("%s is about damage", (header) => expect(damageInHeader(header)).toBe("damage"));
  it.each(["Unfallfrei", "Bezwypadkowy", "accident_free", "noAccidents", "clean_title"])(
    "%s is about the absence of damage",
    (header) => expect(damageInHeader(header)).toBe("soundness"),
  );
  it.each(["Schadstoffklasse", "model", "damage_waiver", "accident insurance"])(
    "%s is about something else",
    (header) => expect(damageInHeader(header)).toBeNull(),
  );
});

describe("isDamaged", () => {
  it.each(["ja", "Yes", "TAK", "1", "2", "At least 1 accident or damage reported", "salvage", "x"])(
    "%j in a column about damage means damaged",
    (text) => expect(isDamaged(text, "damage")).toBe(true),
  );
  it.each(["", "nein", "No", "Nie", "0", "None reported", "clean", "keine", "£0.00", "unfallfrei"])(
    "%j in a column about damage means sound",
    (text) => expect(isDamaged(text, "damage")).toBe(false),
  );
  it("knows nothing about other words", () => expect(isDamaged("see text", "damage")).toBeNull());
  it("reads a column about soundness the other way round", () => {
    expect(["nein", "No", "Nie"].map((text) => isDamaged(text, "soundness"))).toEqual(
      Array(3).fill(true),
    );
    expect(["ja", "", "Tak", "SF5"].map((text) => isDamaged(text, "soundness"))).toEqual(
      Array(4).fill(false),
    );
  });
});
