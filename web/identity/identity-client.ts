import { AppError } from "#shared/errors/app-error.ts";
import { askPasskey } from "#web/identity/passkeys/browser-passkeys.ts";
import { sendRequest } from "#web/platform/requests/send-request.ts";

/** The signed-in user as screens use it. */
export type IdentityUser = {
  uid: string;
  displayName: string;
  email: string;
  photoURL: string | null;
  /** Whether the email address is confirmed. */
  emailVerified: boolean;
};

/** Source of a two-factor code. */
export type CodeKind = "app" | "backup";

type RawUser = {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  image?: string | null;
};

function asIdentityUser(user: RawUser): IdentityUser {
  return {
    uid: user.id,
    displayName: user.name,
    email: user.email,
    photoURL: user.image ?? null,
    emailVerified: user.emailVerified,
  };
}

/** Calls the identity service with the session cookie. @throws AppError on any error response */
export async function callIdentity<Answer>(
  method: "GET" | "POST",
  path: string,
  body?: unknown,
): Promise<Answer> {
  const response = await sendRequest(`/api/auth/${path}`, {
    method,
    headers: body === undefined ? {} : { "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return (await response.json()) as Answer;
}

/** Client for the identity service (Better Auth): password, profile and session cookie. */
export const identityClient = {
  /** The user of the browser's session, or null. */
  async currentUser(): Promise<IdentityUser | null> {
    const session = await callIdentity<{ user: RawUser } | null>("GET", "get-session");
    return session ? asIdentityUser(session.user) : null;
  },
  /**
   * Signs in. Returns null if the password is right and a two-factor code is needed.
   * @throws AppError with the service's message, such as "Invalid email or password"
   */
  async signIn(email: string, password: string): Promise<IdentityUser | null> {
    const answer = await callIdentity<{ user?: RawUser }>("POST", "sign-in/email", {
      email,
      password,
    });
    return answer.user ? asIdentityUser(answer.user) : null;
  },
  /** Submits a two-factor code, to sign in or to finish setup. */
  async giveCode(kind: CodeKind, code: string): Promise<IdentityUser> {
    const path = kind === "app" ? "two-factor/verify-totp" : "two-factor/verify-backup-code";
    return asIdentityUser((await callIdentity<{ user: RawUser }>("POST", path, { code })).user);
  },
  /** @throws AppError, also when the user cancels in the browser */
  async signInByPasskey(): Promise<IdentityUser> {
    const path = "passkey/generate-authenticate-options";
    const response = await askPasskey(await callIdentity("GET", path));
    const answer = await callIdentity<{ user: RawUser }>("POST", "passkey/verify-authentication", {
      response,
    });
    return asIdentityUser(answer.user);
  },
  /** @throws AppError with the service's message */
  async signUp(account: { name: string; email: string; password: string }): Promise<IdentityUser> {
    const answer = await callIdentity<{ user: RawUser }>("POST", "sign-up/email", account);
    return asIdentityUser(answer.user);
  },
  async updateProfile(profile: { name?: string; image?: string | null }): Promise<void> {
    await callIdentity("POST", "update-user", profile);
  },
  /** Requests a password reset email. Succeeds even if no account has this address. */
  async requestPasswordReset(email: string): Promise<void> {
    await callIdentity("POST", "request-password-reset", { email });
  },
  /** @throws AppError link_over, or the password rule that is broken */
  async resetPassword(token: string, newPassword: string): Promise<void> {
    await callIdentity("POST", "reset-password", { token, newPassword });
  },
  /** Resends the confirmation link to the signed-in user. */
  async sendConfirmation(): Promise<void> {
    await callIdentity("POST", "send-verification-email", {});
  },
  /** @throws AppError link_over */
  async confirmEmail(token: string): Promise<void> {
    await callIdentity("POST", "verify-email", { token });
  },
  async signOut(): Promise<void> {
    await callIdentity("POST", "sign-out", {});
  },
};

/** Whether sign-up failed because the email address is taken. */
export function isAccountTaken(error: unknown): boolean {
  return error instanceof AppError && error.code === "email_taken";
}
