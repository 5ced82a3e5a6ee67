/** What an admin can check about a seller, and its label. */
export const verificationCheckWords = {
  identity: "Identity document",
  address: "Proof of address",
  licence: "Trade license",
  phone: "Phone call",
} as const;

export type VerificationCheck = keyof typeof verificationCheckWords;

export const verificationChecks = Object.keys(verificationCheckWords) as [
  VerificationCheck,
  ...VerificationCheck[],
];

/** Checks in a sentence: "identity document, phone call". Empty if there are none. */
export function listChecks(checks: readonly VerificationCheck[]): string {
  return checks.map((check) => verificationCheckWords[check].toLowerCase()).join(", ");
}
