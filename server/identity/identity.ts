import type { EndOfKeys } from "#server/api-keys/public.ts";
import type { NewEmail } from "#server/email/public.ts";
import type { IdentityToLock } from "./lock-identity.ts";

/** A browser's session and its user, as the identity service knows them. */
export type IdentitySession = {
  sessionId: string;
  identityId: string;
  name: string;
  /** Lower case. */
  email: string;
  image: string | null;
  /** Whether the user has confirmed the email. */
  isConfirmed: boolean;
  /** Whether signing in asks for a code. */
  hasTwoFactor: boolean;
};

/** Passwords, profiles and browser sessions. Roles belong to accounts. */
export type Identity = {
  /**
   * Runs one of the service's own calls, whose origin and IP address were checked before. `changes` is the identity whose
   * way to sign in the call changes. `endsAccess` also ends emailed links, sign-ins
   * that wait for a code, and API keys. `email` is queued if the call succeeds; as a function,
   * it gets the number of ended keys.
   */
  answer(
    request: Request,
    more?: {
      email?: NewEmail | ((endedKeys: number) => NewEmail) | undefined;
      changes?: IdentityToLock | undefined;
      endsAccess?: EndOfKeys | undefined;
    },
  ): Promise<Response>;
  /** The live session of a cookie header, or null. */
  sessionOf(cookie: string | undefined): Promise<IdentitySession | null>;
  /**
   * Opens a session for an identity that was recognized without the service.
   * @returns the session cookies; `asksCode` if a code is still required
   */
  openSession(
    identityId: string,
    from: { ip: string; userAgent?: string },
  ): Promise<{ cookies: string[]; asksCode: boolean }>;
  /** Encrypts cookies that keep our state in the browser. */
  sealingKey: Uint8Array;
  /** Signs and verifies access tokens. */
  tokenKey: Uint8Array;
  /** The service's own URL: the first of our origins. */
  baseUrl: string;
};
