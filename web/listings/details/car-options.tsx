/** Options that are shown at once; a few more than these are, too. */
const shownAtFirst = 12;
const tolerated = 3;

/** A car's equipment. Of a long list, the rest is shown on request, also without JavaScript. */
export function CarOptions({ options }: { options: readonly string[] }) {
  if (options.length <= shownAtFirst + tolerated) return <OptionList options={options} />;
  return (
    <>
      <OptionList options={options.slice(0, shownAtFirst)} />
      <details className="group">
        <summary className="text-link w-fit cursor-pointer border-t border-transparent py-2.5">
          <span className="group-open:hidden">{`Show all ${options.length} options`}</span>
          <span className="hidden group-open:inline">Show fewer options</span>
        </summary>
        <OptionList options={options.slice(shownAtFirst)} />
      </details>
    </>
  );
}

function OptionList({ options }: { options: readonly string[] }) {
  return (
    <ul className="grid gap-x-12 sm:grid-cols-2">
      {options.map((option) => (
        <li key={option} className="min-w-0 border-t border-line py-2.5 wrap-anywhere">
          {option}
        </li>
      ))}
    </ul>
  );
}
