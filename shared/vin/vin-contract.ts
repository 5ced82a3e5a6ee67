import { z } from "zod";
import { text } from "#shared/text/text.ts";
import { normalizeVin } from "./vin.ts";

/** A VIN as the API takes it. How many characters it needs depends on the car's year (`examineVin`). */
export const vinField = text(40)
  .transform(normalizeVin)
  .pipe(
    z
      .string()
      .regex(
        /^[A-HJ-NPR-Z0-9]{11,17}$/,
        "A VIN has 17 letters and digits, without I, O and Q. Before 1981 it may be shorter.",
      ),
  );

export const vinConfirmedField = z
  .boolean("vinConfirmed must be true or false.")
  .optional()
  .describe("The VIN is right although its manufacturer code is not known for the brand");
