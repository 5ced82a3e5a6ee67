import { passkey } from "@better-auth/passkey";
import { APIError } from "better-auth/api";
import type { Config } from "#server/platform/config/config.ts";
import { trustedOrigins } from "#server/platform/http/trusted-origins.ts";
import { passkeyOrigin } from "./passkey-origin.ts";

type Settings = Pick<Config, "BRAND_NAME" | "PUBLIC_URL" | "PORT" | "demo">;

/** The passkey plugin of the identity service. It accepts only devices that verify their user. */
export function passkeyPlugin(config: Settings) {
  return passkey({
    rpName: config.BRAND_NAME,
    rpID: new URL(passkeyOrigin(config) ?? "http://localhost").hostname,
    origin: trustedOrigins(config),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    // A passkey counts as two factors only if the device checked a fingerprint, a face or a PIN. The plugin does not
    // check this.
    registration: {
      afterVerification: ({ verification }) => {
        if (!verification.registrationInfo?.userVerified) throw unverified();
      },
    },
    authentication: {
      afterVerification: ({ verification }) => {
        if (!verification.authenticationInfo.userVerified) throw unverified();
      },
    },
  });
}

function unverified(): APIError {
  return new APIError("UNAUTHORIZED", {
    message: "Your device did not check that it is you. Please unlock it when it asks.",
  });
}

/**
 * The plugin responds with 500 if it cannot verify a registration, although the error is the caller's. Turns that into
 * a 400 and leaves every other response as it is.
 */
export async function correctRegistrationRefusal(response: Response): Promise<Response> {
  if (response.status !== 500) return response;
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as { code?: string } | null;
  if (body?.code !== "FAILED_TO_VERIFY_REGISTRATION") return response;
  const refusal = { ...body, message: "This passkey is not valid here." };
  return Response.json(refusal, { status: 400, headers: response.headers });
}
