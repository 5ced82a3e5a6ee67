import { type AccountSectionTitle, sectionId } from "./account-sections.ts";

/** Leads to the parts of the account page. */
export function SectionList({ titles }: { titles: readonly AccountSectionTitle[] }) {
  return (
    <nav aria-label="On this page" className="mb-10">
      <ul className="flex flex-wrap gap-x-6 gap-y-2">
        {titles.map((title) => (
          <li key={title}>
            <a href={`#${sectionId(title)}`} className="text-link">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
