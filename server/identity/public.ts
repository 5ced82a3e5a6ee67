// The door of this feature: what others may use of it.
export { acceptsPassword } from "./passwords/accepts-password.ts";
export { readAuthSecret } from "./auth-secret.ts";
export { closeIdentity } from "./close-identity-store.ts";
export { createIdentity, type Identity, type IdentitySession } from "./create-identity.ts";
export { forgetIdentity, lockIdentityWords } from "./erase-identity-store.ts";
export {
  findIdentityByEmail,
  hasPassword,
  insertPasswordIdentity,
  setIdentityProfile,
} from "./identity-store.ts";
export { describeDevice } from "./sessions/describe-device.ts";
export { passkeyOrigin } from "./passkeys/passkey-plugin.ts";
export { readViewer } from "./sessions/read-viewer.ts";
export { requireOwner } from "./passwords/require-owner.ts";
export { knownDeviceOf } from "./sessions/known-device.ts";
export { noteSession, requireSession, sessionOf } from "./sessions/require-session.ts";
export { callbackPath as googleCallbackPath } from "./third-party/oauth-flow.ts";
