import { fold } from "#shared/text/fold.ts";

/** Basic colors that listings can be filtered by. A listing's own color is free text, such as "Sapphire Black". */
export const colours = [
  "black",
  "grey",
  "silver",
  "white",
  "blue",
  "red",
  "green",
  "brown",
  "beige",
  "gold",
  "orange",
  "yellow",
  "purple",
] as const;
export type Colour = (typeof colours)[number];

/** English and German words for each basic color, folded. */
export const colourWords: Record<Colour, string> = {
  black: "black,schwarz",
  grey: "grey,gray,grau,anthracite,anthrazit,graphite,gunmetal",
  silver: "silver,silber",
  white: "white,weiss",
  blue: "blue,blau,navy",
  red: "red,rot,maroon,burgundy,bordeaux",
  green: "green,grun,gruen",
  brown: "brown,braun,bronze",
  beige: "beige,cream,ivory,champagne,sand",
  gold: "gold",
  orange: "orange",
  yellow: "yellow,gelb",
  purple: "purple,violet,violett,lila",
};

// Polish, French and Spanish words, for listings from feeds.
const otherColourWords: Record<Colour, string> = {
  black: "czarny,noir,noire,negro",
  grey: "szary,grafitowy,gris",
  silver: "srebrny,argent,plata,plateado",
  white: "bialy,blanc,blanche,blanco",
  blue: "niebieski,granatowy,bleu,bleue,azul",
  red: "czerwony,bordowy,rouge,rojo",
  green: "zielony,vert,verte,verde",
  brown: "brazowy,marron,brun",
  beige: "bezowy,creme",
  gold: "zloty,dorado",
  orange: "pomaranczowy,naranja",
  yellow: "zolty,jaune,amarillo",
  purple: "fioletowy,morado",
};

const byWord = new Map(
  [colourWords, otherColourWords].flatMap((words) =>
    colours.flatMap((colour) => words[colour].split(",").map((word) => [word, colour] as const)),
  ),
);

/** The basic color that a listing's color names first; null for none. */
export function basicColour(text: string): Colour | null {
  for (const word of fold(text).split(" ")) {
    const colour = byWord.get(word);
    if (colour) return colour;
  }
  return null;
}
