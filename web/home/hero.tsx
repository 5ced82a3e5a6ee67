import type { ReactNode } from "react";
import { Link } from "react-router";
import { useShop } from "#web/platform/root-data.ts";
import { SearchField } from "#web/search/search-field.tsx";
import { brandsInWords } from "./brands-in-words.ts";
import { ShowroomFilm } from "./showroom-film.tsx";

/** `carCount` says how many cars are on sale, once that is known. */
export function Hero({ carCount }: { carCount: ReactNode }) {
  return (
    <section className="relative isolate z-10 bg-film text-on-stage lg:flex lg:min-h-[min(46rem,calc(100dvh-4.5rem))] lg:items-end">
      {/* Below 1024 px the picture is above the text. Not the section, which would cut off the suggestions. */}
      <div className="relative aspect-4/3 overflow-hidden sm:aspect-2/1 lg:absolute lg:inset-0 lg:aspect-auto">
        <ShowroomFilm />
      </div>
      <div
        aria-hidden="true"
        className="absolute inset-0 bg-linear-to-t from-black/75 via-black/25 to-black/10 max-lg:hidden"
      />
      {/* On wide screens the car is to the right of the text; this fades its background into the page's dark color. */}
      <div
        aria-hidden="true"
        className="absolute inset-0 bg-linear-to-r from-film from-14% to-transparent to-50% max-lg:hidden"
      />
      <div className="measure relative pt-6 pb-10 lg:pt-24 lg:pb-14">
        <h1 className="display max-w-[16ch] text-[clamp(2.5rem,5vw,4.5rem)] lg:max-w-[11ch]">
          Every car here has been loved before.
        </h1>
        <p className="mt-4 max-w-[46ch] text-lg">
          {`Used ${brandsInWords(useShop().makes, "other luxury")} cars, with the details that matter and the seller's name on every listing.`}
        </p>
        <div className="mt-6 max-w-2xl text-ink">
          <SearchField label="Search" />
        </div>
        <ReadySearches carCount={carCount} />
        <p className="mt-6 flex flex-wrap gap-x-8 text-lg">
          <a href="#cars" className={`${heroLink} border-film-line`}>
            See the cars
          </a>
          <Link prefetch="intent" to="/sell" className={`${heroLink} border-transparent`}>
            Sell your car
          </Link>
        </p>
      </div>
    </section>
  );
}

const heroLink =
  "inline-flex min-h-12 items-center border-b hover:border-current focus-visible:outline-on-stage";

const readySearches = [
  { label: "SUVs", parameters: "body=suv" },
  { label: "Convertibles", parameters: "body=convertible" },
  { label: "Automatic", parameters: "transmission=automatic" },
  { label: "Hybrids", parameters: "fuel=hybrid&fuel=plug-in+hybrid" },
  { label: "Low mileage", parameters: "mileageMax=10000" },
  { label: "Great prices", parameters: "priceLabel=great" },
] as const;

function ReadySearches({ carCount }: { carCount: ReactNode }) {
  return (
    <nav aria-label="Ready searches" className="mt-4">
      <p className="text-sm">
        <span>{carCount}</span> <span>Start with:</span>
      </p>
      <ul className="mt-2 flex flex-wrap gap-2">
        {readySearches.map(({ label, parameters }) => (
          <li key={label}>
            <Link
              prefetch="intent"
              to={`/search?${parameters}`}
              className="inline-flex min-h-9 items-center rounded-full border border-on-stage/40 px-4 text-sm transition-colors hover:border-on-stage focus-visible:outline-on-stage"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
