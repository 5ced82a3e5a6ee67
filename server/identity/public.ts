// The door of this feature: what others may use of it.
export { acceptsPassword } from "./accepts-password.ts";
export { readAuthSecret } from "./auth-secret.ts";
export { closeIdentity } from "./close-identity-store.ts";
export { createIdentity, type Identity, type IdentitySession } from "./create-identity.ts";
export { forgetIdentity, lockIdentityWords } from "./forget-person-store.ts";
export {
  findIdentityByEmail,
  hasPassword,
  insertPasswordIdentity,
  setIdentityProfile,
} from "./identity-store.ts";
export { passkeyOrigin } from "./second-factors.ts";
export { readViewer } from "./read-viewer.ts";
export { requireOwner } from "./require-owner.ts";
export { knownDeviceOf } from "./known-device.ts";
export { noteSession, requireSession, sessionOf } from "./require-session.ts";
export { callbackPath as googleCallbackPath } from "./round-trip.ts";
