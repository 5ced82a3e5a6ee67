/** The parts of the account page in their order: who one is, how one signs in, where one has, and what is one's own. */
export const accountSections = [
  "Name and photo",
  "Phone and location",
  "Become a seller",
  "Purchases",
  "Email",
  "Password",
  "Code from an app",
  "Passkeys",
  "Sign-in with Google",
  "Where you are signed in",
  "Your data",
  "Delete my account",
] as const;

export type AccountSectionTitle = (typeof accountSections)[number];

/** The place of a part in the page's address, after the `#`. */
export function sectionId(title: AccountSectionTitle): string {
  return title.toLowerCase().replaceAll(" ", "-");
}
