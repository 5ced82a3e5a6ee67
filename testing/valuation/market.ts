import { randomNumbers } from "#server/valuation/model/boost-trees.ts";
import type { PricedCar } from "#server/valuation/model/calibrate.ts";

const models = [
  { make: "Audi", model: "A3", price: 24_000, bodyType: "hatchback" },
  { make: "Audi", model: "A6", price: 38_000, bodyType: "saloon" },
  { make: "BMW", model: "3 Series", price: 32_000, bodyType: "saloon" },
  { make: "BMW", model: "X5", price: 62_000, bodyType: "suv" },
  { make: "Mercedes-Benz", model: "C Class", price: 34_000, bodyType: "saloon" },
  { make: "Mercedes-Benz", model: "S Class", price: 88_000, bodyType: "saloon" },
] as const;

/** A market whose prices follow a rule, with a spread of about 5 % among equal cars. */
export function testMarket(count: number, seed = 7): PricedCar[] {
  const random = randomNumbers(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  return Array.from({ length: count }, (_, at) => {
    const { make, model, price, bodyType } = models[below(models.length)]!;
    const age = below(12);
    const miles = Math.round(age * 8_000 * (0.4 + 1.2 * random()) + 500);
    const isDiesel = random() < 0.4;
    const noise = (random() + random() + random() - 1.5) * 0.1;
    const log = Math.log(price) - 0.11 * age - miles / 250_000 + (isDiesel ? 0.04 : 0) + noise;
    return {
      key: `car-${at}`,
      priceMinor: Math.round(Math.exp(log)) * 100,
      car: {
        make,
        model,
        bodyType,
        year: 2026 - age,
        miles,
        fuel: isDiesel ? "diesel" : "petrol",
        transmission: random() < 0.3 ? "manual" : "automatic",
        engineSizeCc: 2_000,
        mpg: null,
        annualTaxMinor: null,
        condition: null,
      },
    };
  });
}
