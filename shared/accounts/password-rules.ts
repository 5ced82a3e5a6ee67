/** Lengths that the identity service accepts, in characters as JavaScript counts them. */
export const minimumPasswordLength = 8;
export const maximumPasswordLength = 128;

/**
 * A password in the form that is hashed and checked: the OpaqueString profile of RFC 8265, 4.2. Keyboards write the same
 * password with other code points: "é" as one or two, and spaces that look alike. Width and case are kept.
 */
export function normalizePassword(password: string): string {
  return password.replace(/\p{Zs}/gu, " ").normalize("NFC");
}

const rules = [
  { pattern: /[A-Z]/, message: "Please Provide at least One Uppercase" },
  { pattern: /[0-9]/, message: "Please Provide at least One Number" },
  // Spelled like this in docs/specification.md, "Exact texts".
  { pattern: /[!@#$&*]/, message: "Please Provide at least One Speacial Carecter" },
  {
    pattern: new RegExp(`^.{${minimumPasswordLength},}$`, "s"),
    message: `Please use at least ${minimumPasswordLength} characters.`,
  },
  {
    pattern: new RegExp(`^.{0,${maximumPasswordLength}}$`, "s"),
    message: `Please use at most ${maximumPasswordLength} characters.`,
  },
  { pattern: /^\P{Cc}*$/u, message: "Please use no control characters, such as tabs." },
] as const;

/** Message of the first rule that `password` breaks, or null: the specification's three in order, then the others. */
export function firstBrokenPasswordRule(password: string): string | null {
  const normalized = normalizePassword(password);
  return rules.find((rule) => !rule.pattern.test(normalized))?.message ?? null;
}

/** Hint under every field that takes a new password. */
export const passwordHint = `At least ${minimumPasswordLength} characters, with an uppercase letter, a number and one of !\u00a0@\u00a0#\u00a0$\u00a0&\u00a0*`;
