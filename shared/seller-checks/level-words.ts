import type { CheckLevel } from "./seller-check.ts";

/** What each level says about a seller. */
export const levelWords: Record<CheckLevel, string> = {
  email: "Email address confirmed",
  phone: "Phone number called",
  identity: "Identity document seen",
  business: "Business register checked",
  car: "Car seen",
};
