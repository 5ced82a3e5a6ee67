import { AppError } from "#shared/errors/app-error.ts";
import { askPasskey } from "#web/identity/passkeys/browser-passkeys.ts";
import { sendRequest } from "#web/platform/send-request.ts";

/** The signed-in person as screens read it; the field names are the seed's. */
export type IdentityUser = {
  uid: string;
  displayName: string;
  email: string;
  photoURL: string | null;
  /** Whether they have confirmed that the address is theirs. */
  emailVerified: boolean;
};

/** What a code at the door is read from. */
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

/** One call of the identity service, by the browser's cookie. @throws AppError as it was refused */
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

/** The identity service (Better Auth) as this app uses it: password, profile and the browser's session cookie. */
export const identityClient = {
  /** The person the browser's session belongs to, or null. */
  async currentUser(): Promise<IdentityUser | null> {
    const session = await callIdentity<{ user: RawUser } | null>("GET", "get-session");
    return session ? asIdentityUser(session.user) : null;
  },
  /**
   * Signs in, or answers null: the password is right, and a code is asked for.
   * @throws AppError with the service's own words, such as "Invalid email or password"
   */
  async signIn(email: string, password: string): Promise<IdentityUser | null> {
    const answer = await callIdentity<{ user?: RawUser }>("POST", "sign-in/email", {
      email,
      password,
    });
    return answer.user ? asIdentityUser(answer.user) : null;
  },
  /** The second step of signing in, and the first code of an app. */
  async giveCode(kind: CodeKind, code: string): Promise<IdentityUser> {
    const path = kind === "app" ? "two-factor/verify-totp" : "two-factor/verify-backup-code";
    return asIdentityUser((await callIdentity<{ user: RawUser }>("POST", path, { code })).user);
  },
  /** @throws AppError, or the browser's own words where its person declines */
  async signInByPasskey(): Promise<IdentityUser> {
    const path = "passkey/generate-authenticate-options";
    const response = await askPasskey(await callIdentity("GET", path));
    const answer = await callIdentity<{ user: RawUser }>("POST", "passkey/verify-authentication", {
      response,
    });
    return asIdentityUser(answer.user);
  },
  /** @throws AppError with the service's own words */
  async signUp(account: { name: string; email: string; password: string }): Promise<IdentityUser> {
    const answer = await callIdentity<{ user: RawUser }>("POST", "sign-up/email", account);
    return asIdentityUser(answer.user);
  },
  async updateProfile(profile: { name?: string; image?: string | null }): Promise<void> {
    await callIdentity("POST", "update-user", profile);
  },
  /** Asks for a mail with a link that sets a new password. The answer is the same where nobody has the address. */
  async requestPasswordReset(email: string): Promise<void> {
    await callIdentity("POST", "request-password-reset", { email });
  },
  /** @throws AppError link_over, or the password rule that is broken */
  async resetPassword(token: string, newPassword: string): Promise<void> {
    await callIdentity("POST", "reset-password", { token, newPassword });
  },
  /** Sends the signed-in person another link that confirms their address. */
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

/** Whether the identity service refused a sign-up because the address has an account already. */
export function isAccountTaken(error: unknown): boolean {
  return error instanceof AppError && error.code === "email_taken";
}
