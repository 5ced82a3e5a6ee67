import { useShop } from "#web/platform/root-data.ts";
import { SearchField } from "#web/search/search-field.tsx";
import { brandsInWords } from "./brands-in-words.ts";
import { ShowroomFilm } from "./showroom-film.tsx";

export function Hero() {
  return (
    <section className="relative isolate z-10 flex min-h-[min(46rem,calc(100dvh-4.5rem))] items-end bg-[#101112] text-[#f7f5f2]">
      {/* Not the section, which would cut off the suggestions. */}
      <div className="absolute inset-0 overflow-hidden">
        <ShowroomFilm />
      </div>
      <div
        aria-hidden="true"
        className="absolute inset-0 bg-linear-to-t from-black/75 via-black/25 to-black/10"
      />
      {/* On wide screens the car is to the right of the text; this fades its background into the page's dark color. */}
      <div
        aria-hidden="true"
        className="absolute inset-0 bg-linear-to-r from-[#101112] from-14% to-transparent to-50% max-lg:hidden"
      />
      <div className="measure relative pt-40 pb-14 md:pb-20">
        <h1 className="display max-w-[16ch] text-[clamp(2.75rem,6vw,5rem)] lg:max-w-[11ch]">
          Every car here has been loved before.
        </h1>
        <div className="mt-8 max-w-2xl text-ink">
          <SearchField label="Search" />
        </div>
        <div className="mt-6 flex flex-wrap items-center gap-x-10 gap-y-6 pr-14">
          <p className="max-w-[46ch] text-lg text-[#e9e5dd]">
            {`Used ${brandsInWords(useShop().makes, "other luxury")} cars, with the details that matter and the seller's name on every listing.`}
          </p>
          <a
            href="#cars"
            className="inline-flex min-h-12 items-center border-b border-[#c2a465] text-lg hover:border-current focus-visible:outline-white"
          >
            See the cars
          </a>
        </div>
      </div>
    </section>
  );
}
