import { createHash } from "node:crypto";
import type { FeedCar, Remark } from "./feed-car.ts";

/**
 * What makes two rows the same advert: every fact that the rows state, whatever the file is called, however its columns
 * are ordered and its numbers written. Not the shop's own additions (rate, place, usual body), nor columns without a
 * meaning here such as an advert's number: one car advertised under two numbers is still one car.
 */
export function fingerprint(car: FeedCar, leftOut: readonly Remark[]): string {
  const facts = [
    1,
    car.make,
    car.model.toLowerCase(),
    car.year,
    car.mileage,
    car.mileageUnit,
    car.sourceCurrency,
    car.sourcePriceMinor,
    car.fuel,
    car.transmission,
    car.engineSizeCc,
    car.bodyTypeTypical ? null : car.bodyType,
    car.fuelEconomy,
    car.fuelEconomyUnit,
    car.sourceTaxMinor,
    car.colour?.toLowerCase() ?? null,
    car.vin,
    car.condition,
    car.description,
    car.location,
    leftOut.length,
  ];
  return createHash("sha256").update(JSON.stringify(facts)).digest("base64url");
}
