// Format characters (zero width, directions, soft hyphens) and other code points that show nothing by default.
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** A braille pattern without dots, which is a sign but looks like a space. */
const blankSigns = /\u2800/g;

/** A text without the characters that show nothing, such as those that come along when an address is copied. */
export const withoutInvisible = (text: string) => text.replace(unseen, "");

/** Whether a text shows nothing at all. */
export const isBlank = (text: string) =>
  withoutInvisible(text).replace(blankSigns, "").trim() === "";
