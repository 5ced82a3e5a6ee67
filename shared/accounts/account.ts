/** The roles of an account, spelled as in docs/specification.md, "Accounts and roles". */
export const roles = ["Buyer", "Seller", "admin"] as const;
export type Role = (typeof roles)[number];

/** The roles that a user can choose at sign-up. */
export const signUpRoles = ["Buyer", "Seller"] as const satisfies readonly Role[];
export type SignUpRole = (typeof signUpRoles)[number];
