/** A text in which no line ends at the hyphen of a make's or model's name, such as "Mercedes-Benz". */
export function UnbrokenMake({ text }: { text: string }) {
  const parts = text.split(/(\S{1,20}-\S{1,20})/);
  return parts.map((part, at) => (
    // Odd ones have a hyphen. The parts of a text stay in their order.
    <span key={at} className={at % 2 === 1 ? "whitespace-nowrap" : undefined}>
      {part}
    </span>
  ));
}
