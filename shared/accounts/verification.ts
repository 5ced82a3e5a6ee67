/** What an admin may have checked of a seller, and the words for it. */
export const verificationCheckWords = {
  identity: "Identity document",
  address: "Proof of address",
  licence: "Trade licence",
  phone: "Phone call",
} as const;

export type VerificationCheck = keyof typeof verificationCheckWords;

export const verificationChecks = Object.keys(verificationCheckWords) as [
  VerificationCheck,
  ...VerificationCheck[],
];

/** Checks as a sentence has them: "identity document, phone call". Empty where there are none. */
export function listChecks(checks: readonly VerificationCheck[]): string {
  return checks.map((check) => verificationCheckWords[check].toLowerCase()).join(", ");
}
