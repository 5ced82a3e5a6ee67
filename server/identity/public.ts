export { acceptsPassword } from "./passwords/check-password.ts";
export { readAuthSecret } from "./auth-secret.ts";
export { startIdentity } from "./start-identity.ts";
export type { Identity, IdentitySession } from "./identity.ts";
export { closeIdentity, eraseIdentity, lockIdentityForErasure } from "./end-identity-store.ts";
export {
  findIdentityByEmail,
  hasPassword,
  insertPasswordIdentity,
  setIdentityProfile,
} from "./identity-store.ts";
export { lockIdentityForChange } from "./lock-identity.ts";
export { describeDevice } from "./sessions/describe-device.ts";
export { passkeyOrigin } from "./passkeys/passkey-origin.ts";
export { readViewer } from "./sessions/read-viewer.ts";
export { checkReauthentication } from "./sessions/require-reauthentication.ts";
export { requireOwner } from "./passwords/require-owner.ts";
export { knownDeviceOf } from "./sessions/known-device.ts";
export { attachSession, requireSession, sessionOf } from "./sessions/require-session.ts";
export { callbackPath as googleCallbackPath } from "./third-party/oauth-flow.ts";
