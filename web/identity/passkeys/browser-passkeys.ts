import { AppError } from "#shared/errors/app-error.ts";

/** Why passkeys do not work here: the page was opened under another name, or by a browser that has none. */
export type PasskeyObstacle = "elsewhere" | "no-name" | "browser";

/**
 * What stands in the way of a passkey on this page; null where nothing does. Only in the browser.
 * @param origin the one that the shop's passkeys are made for
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

/** Has the browser make a passkey. @throws AppError where its person declines, or the device has one already */
export async function makePasskey(options: PublicKeyCredentialCreationOptionsJSON) {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return asJson(await asked(() => navigator.credentials.create({ publicKey })));
}

/** Has the browser sign with a passkey. @throws AppError where its person declines */
export async function askPasskey(options: PublicKeyCredentialRequestOptionsJSON) {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return asJson(await asked(() => navigator.credentials.get({ publicKey })));
}

async function asked(ask: () => Promise<Credential | null>): Promise<Credential | null> {
  try {
    return await ask();
  } catch (error) {
    // The browser's names: https://www.w3.org/TR/webauthn-3/#sctn-createCredential
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
