import { AppError } from "#shared/errors/app-error.ts";

/** Why passkeys don't work here: wrong host name, no host name, or an unsupported browser. */
export type PasskeyObstacle = "elsewhere" | "no-name" | "browser";

/**
 * Why passkeys can't be used on this page, or null. Browser only.
 * @param origin the origin that the shop's passkeys belong to
 */
export function passkeyObstacle(origin: string | null): PasskeyObstacle | null {
  if (origin === null) return "no-name";
  if (window.location.hostname !== new URL(origin).hostname) return "elsewhere";
  const canRead =
    typeof PublicKeyCredential === "function" &&
    "parseRequestOptionsFromJSON" in PublicKeyCredential &&
    "parseCreationOptionsFromJSON" in PublicKeyCredential;
  return canRead ? null : "browser";
}

/** Creates a passkey in the browser. @throws AppError if the user cancels or the device already has one */
export async function makePasskey(options: PublicKeyCredentialCreationOptionsJSON) {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return asJson(await prompt(() => navigator.credentials.create({ publicKey })));
}

/** Signs in with a passkey in the browser. @throws AppError if the user cancels */
export async function askPasskey(options: PublicKeyCredentialRequestOptionsJSON) {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return asJson(await prompt(() => navigator.credentials.get({ publicKey })));
}

async function prompt(run: () => Promise<Credential | null>): Promise<Credential | null> {
  try {
    return await run();
  } catch (error) {
    // Error names: https://www.w3.org/TR/webauthn-3/#sctn-createCredential
    const name = error instanceof DOMException ? error.name : "";
    if (name === "InvalidStateError")
      throw new AppError("conflict", {
        message: "This device already has a passkey for this shop.",
      });
    throw new AppError("not_allowed", { message: "The passkey request was canceled." });
  }
}

function asJson(credential: Credential | null) {
  if (!(credential instanceof PublicKeyCredential))
    throw new AppError("not_allowed", { message: "The passkey request was canceled." });
  return credential.toJSON();
}
