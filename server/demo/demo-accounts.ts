import type { Role } from "#shared/accounts/account.ts";

/** Password of every demo account; printed at start, for demo mode only. */
export const demoPassword = "Marque!2026";

type DemoAccount = {
  email: string;
  name: string;
  role: Role;
  isVerified?: boolean;
  location?: string;
};

export const demoAccounts: readonly DemoAccount[] = [
  { email: "admin@marque.example", name: "Ada Demo", role: "admin" },
  { email: "buyer@marque.example", name: "Ben Demo", role: "Buyer" },
  {
    email: "seller@marque.example",
    name: "Riverside Cars (demo)",
    role: "Seller",
    isVerified: true,
    location: "Portland (demo)",
  },
  {
    email: "harbour@marque.example",
    name: "Harbour Motors (demo)",
    role: "Seller",
    isVerified: true,
    location: "Boston (demo)",
  },
  {
    email: "northgate@marque.example",
    name: "Northgate Autos (demo)",
    role: "Seller",
    location: "Denver (demo)",
  },
  ...[
    ["lakeside", "Lakeside Motor Company", "Chicago"],
    ["sunbelt", "Sunbelt Premium", "Phoenix"],
    ["bayview", "Bayview Autohaus", "San Francisco"],
    ["lonestar", "Lone Star Imports", "Austin"],
    ["peachtree", "Peachtree Cars", "Atlanta"],
  ].map(([mailbox, name, city]) => ({
    email: `${mailbox}@marque.example`,
    name: `${name} (demo)`,
    role: "Seller" as const,
    isVerified: true,
    location: `${city} (demo)`,
  })),
  // Buyers who have reviewed sellers.
  { email: "cleo@marque.example", name: "Cleo Demo", role: "Buyer" },
  { email: "dan@marque.example", name: "Dan Demo", role: "Buyer" },
  { email: "eve@marque.example", name: "Eve Demo", role: "Buyer" },
];

export const demoEmails: readonly string[] = demoAccounts.map(({ email }) => email);
