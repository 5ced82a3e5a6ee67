import { bodyNames } from "#shared/listings/body-names.ts";
import type { PublicDetails } from "#shared/listings/car-details.ts";
import type { Product } from "#shared/listings/listing-contract.ts";
import type { Drive, ListingStatus } from "#shared/listings/listing.ts";

const availability: Partial<Record<ListingStatus, string>> = {
  available: "InStock",
  reserved: "Reserved",
  sold: "SoldOut",
};

// UN/CEFACT codes: https://schema.org/unitCode
const mileageCodes = { mi: "SMI", km: "KMT" };

const driveConfigurations: Record<Drive, string> = {
  "front-wheel": "FrontWheelDriveConfiguration",
  "rear-wheel": "RearWheelDriveConfiguration",
  "all-wheel": "AllWheelDriveConfiguration",
};

const quantity = (value: number, unitCode: string) => ({
  "@type": "QuantitativeValue",
  value,
  unitCode,
});

/**
 * A car's page for search engines: https://schema.org/Car with its https://schema.org/Offer. The figures are those that
 * the page shows. Facts that are not known are left out. `url` and `images` are absolute.
 */
export function carJsonLd(
  product: Product,
  details: PublicDetails,
  url: string,
  images: readonly string[],
) {
  const { mileage, engineSize } = product;
  const { powerKw, drive } = details;
  return withoutNull({
    "@context": "https://schema.org",
    "@type": "Car",
    name: product.name,
    url,
    image: images,
    description: product.description || null,
    brand: { "@type": "Brand", name: product.make },
    model: product.model,
    vehicleModelDate: product.year?.toString() ?? null,
    itemCondition: "https://schema.org/UsedCondition",
    mileageFromOdometer:
      mileage === null ? null : quantity(mileage, mileageCodes[product.mileageUnit ?? "mi"]),
    fuelType: product.fuel,
    vehicleTransmission: product.transmission,
    bodyType: product.bodyType && bodyNames[product.bodyType],
    color: product.colour,
    vehicleIdentificationNumber: product.vin,
    vehicleEngine:
      engineSize === null && powerKw === null
        ? null
        : withoutNull({
            "@type": "EngineSpecification",
            // As the page shows it.
            engineDisplacement:
              engineSize === null ? null : quantity(Number(engineSize.toFixed(1)), "LTR"),
            enginePower: powerKw === null ? null : quantity(powerKw, "KWT"),
          }),
    driveWheelConfiguration: drive && `https://schema.org/${driveConfigurations[drive]}`,
    numberOfDoors: details.doors,
    vehicleSeatingCapacity: details.seats,
    vehicleConfiguration: details.trim,
    numberOfPreviousOwners: details.previousKeepers,
    dateVehicleFirstRegistered: details.firstRegistration,
    offers: {
      "@type": "Offer",
      url,
      price: product.resalePrice,
      priceCurrency: product.currency,
      availability: `https://schema.org/${availability[product.status] ?? "OutOfStock"}`,
      itemCondition: "https://schema.org/UsedCondition",
      seller: { "@type": "Organization", name: product.sellerName },
    },
  });
}

function withoutNull(facts: Record<string, unknown>) {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null));
}
