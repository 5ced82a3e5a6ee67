const rules = [
  { holds: /[A-Z]/, message: "Please Provide at least One Uppercase" },
  { holds: /[0-9]/, message: "Please Provide at least One Number" },
  // The spelling is the seed's.
  { holds: /[!@#$&*]/, message: "Please Provide at least One Speacial Carecter" },
] as const;

/** The first of the seed's three password rules that `password` breaks, in their order; null where none. */
export function firstBrokenPasswordRule(password: string): string | null {
  return rules.find((rule) => !rule.holds.test(password))?.message ?? null;
}

/** What stands under a field in which somebody chooses a password. */
export const passwordHint =
  "At least 8 characters, with an uppercase letter, a number and one of ! @ # $ & *";
