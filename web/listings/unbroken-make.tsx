import type { Make } from "#shared/categories/category.ts";

// Written here, because the list of makes would bring its schemas to every visitor.
const hyphenated: Make = "Mercedes-Benz";

/** A text in which no line ends at the hyphen of a make. */
export function UnbrokenMake({ text }: { text: string }) {
  const at = text.indexOf(hyphenated);
  if (at < 0) return <span>{text}</span>;
  return (
    <>
      <span>{text.slice(0, at)}</span>
      <span className="whitespace-nowrap">{hyphenated}</span>
      <span>{text.slice(at + hyphenated.length)}</span>
    </>
  );
}
