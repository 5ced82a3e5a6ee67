// The door of this feature: what others may use of it.
export { createAccountWithPassword } from "./create-account-with-password.ts";
