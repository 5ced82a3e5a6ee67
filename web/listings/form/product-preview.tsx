import { useSyncExternalStore } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { readNumber } from "#shared/text/read-number.ts";
import type { IdentityUser } from "#web/identity/identity-client.ts";
import { useShop } from "#web/platform/root-data.ts";
import { Price } from "#web/ui/price.tsx";
import { capitalised, cardFacts } from "../card/car-facts.ts";
import { FactLine } from "../card/fact-line.tsx";
import { MarketPrice } from "../card/market-price.tsx";
import type { PhotoUploads } from "../photos/photo-uploads.ts";
import { pricesOf, type ProductForm } from "./product-body.ts";

type ProductPreviewProps = {
  form: UseFormReturn<ProductForm>;
  uploads: PhotoUploads;
  seller: Pick<IdentityUser, "displayName">;
};

/** The card that buyers will see, as far as it is filled in. */
export function ProductPreview({ form, uploads, seller }: ProductPreviewProps) {
  const { currency } = useShop();
  const typed = useWatch({ control: form.control }) as ProductForm;
  const { original, resale } = pricesOf(typed, currency);
  const name = typed.name.trim();
  return (
    <section aria-label="Preview">
      <h2 className="text-sm text-muted">As buyers see it</h2>
      <Cover uploads={uploads} />
      <p className={`display mt-3 text-2xl wrap-anywhere ${name === "" ? "text-muted" : ""}`}>
        {name || "Name of the car"}
      </p>
      <FactLine facts={cardFacts(factsOf(typed))} className="card-facts" />
      {resale !== null && (
        <p className="mt-2">
          <Price amount={resale} currency={currency} className="display text-[2rem]" />
        </p>
      )}
      <MarketPrice
        product={{
          originalPrice: original,
          resalePrice: resale ?? 0,
          currency,
          priceRating: null,
        }}
        isOnCard
      />
      <p className="mt-2 text-sm text-muted">
        {[capitalised(typed.condition), seller.displayName, typed.location.trim()]
          .filter(Boolean)
          .join(" · ")}
      </p>
    </section>
  );
}

/** The first photo. */
function Cover({ uploads }: { uploads: PhotoUploads }) {
  const [cover] = useSyncExternalStore(uploads.subscribe, uploads.read, uploads.read);
  return (
    <div className="mt-3 grid aspect-4/3 place-items-center overflow-hidden bg-well text-center text-sm text-muted">
      {cover?.preview ? (
        <img src={cover.preview} alt="The cover" className="size-full object-cover" />
      ) : (
        <p className="px-6">Without a photo, buyers see an illustration.</p>
      )}
    </div>
  );
}

type CardFacts = Parameters<typeof cardFacts>[0];

/** The facts of the card's line, as far as they can be read. */
function factsOf(typed: ProductForm): CardFacts {
  return {
    name: typed.name,
    year: readNumber(typed.year),
    mileage: readNumber(typed.mileage),
    mileageUnit: typed.mileageUnit as CardFacts["mileageUnit"],
    fuel: (typed.fuel || null) as CardFacts["fuel"],
    transmission: (typed.transmission || null) as CardFacts["transmission"],
  };
}
