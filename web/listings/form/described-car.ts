import { makes } from "#shared/makes/sold-makes.ts";
import { emptyProduct, type ProductForm } from "./product-body.ts";

const names = ["category", "model", "year", "mileage", "mileageUnit"] as const;

/** What a visitor has told of a car before the form for it: the names are those of the form. */
export type DescribedCar = Pick<ProductForm, (typeof names)[number]>;

/** Reads a described car from a page's address or from a form. */
export function readDescribedCar(from: { get: (name: string) => unknown }): DescribedCar {
  const text = (name: string) => {
    const value = from.get(name);
    return typeof value === "string" ? value.slice(0, 80) : "";
  };
  return {
    category: makes.find((make) => make === text("category")) ?? emptyProduct.category,
    model: text("model"),
    year: text("year"),
    mileage: text("mileage"),
    mileageUnit: text("mileageUnit") === "km" ? "km" : "mi",
  };
}

/** The query that `readDescribedCar` reads. */
export function describedCarQuery(car: DescribedCar): string {
  return new URLSearchParams(names.map((name) => [name, car[name]])).toString();
}

/** Whether an address describes a car. */
export const hasDescribedCar = (search: URLSearchParams) => search.has(names[0]);
