// The door of this feature: what others may use of it.
export { readAuthSecret } from "./auth-secret.ts";
export { createIdentity, type Identity, type IdentitySession } from "./create-identity.ts";
export { forgetIdentity, readIdentityWords } from "./forget-person-store.ts";
export {
  findIdentityByEmail,
  insertPasswordIdentity,
  setIdentityProfile,
} from "./identity-store.ts";
export { hasPassword, requireOwner } from "./password-proof.ts";
export { readViewer } from "./read-viewer.ts";
export { requireSession, sessionOf } from "./require-session.ts";
export { callbackPath as googleCallbackPath } from "./round-trip.ts";
