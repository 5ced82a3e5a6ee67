import { AppError } from "#shared/errors/app-error.ts";
import { sendRequest } from "./send-request.ts";

/** The signed-in person as screens read it; the field names are the seed's. */
export type IdentityUser = {
  uid: string;
  displayName: string;
  email: string;
  photoURL: string | null;
  /** Whether they have confirmed that the address is theirs. */
  emailVerified: boolean;
};

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

async function call<Answer>(method: "GET" | "POST", path: string, body?: unknown): Promise<Answer> {
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
    const session = await call<{ user: RawUser } | null>("GET", "get-session");
    return session ? asIdentityUser(session.user) : null;
  },
  /** @throws AppError with the service's own words, such as "Invalid email or password" */
  async signIn(email: string, password: string): Promise<IdentityUser> {
    const answer = await call<{ user: RawUser }>("POST", "sign-in/email", { email, password });
    return asIdentityUser(answer.user);
  },
  /** @throws AppError with the service's own words */
  async signUp(account: { name: string; email: string; password: string }): Promise<IdentityUser> {
    const answer = await call<{ user: RawUser }>("POST", "sign-up/email", account);
    return asIdentityUser(answer.user);
  },
  async updateProfile(profile: { name: string; image: string }): Promise<void> {
    await call("POST", "update-user", profile);
  },
  /** Asks for a mail with a link that sets a new password. The answer is the same where nobody has the address. */
  async requestPasswordReset(email: string): Promise<void> {
    await call("POST", "request-password-reset", { email });
  },
  /** @throws AppError link_over, or the password rule that is broken */
  async resetPassword(token: string, newPassword: string): Promise<void> {
    await call("POST", "reset-password", { token, newPassword });
  },
  /** Sends the signed-in person another link that confirms their address. */
  async sendConfirmation(): Promise<void> {
    await call("POST", "send-verification-email", {});
  },
  /** @throws AppError link_over */
  async confirmEmail(token: string): Promise<void> {
    await call("POST", "verify-email", { token });
  },
  async signOut(): Promise<void> {
    await call("POST", "sign-out", {});
  },
};

/** Whether the identity service refused a sign-up because the address has an account already. */
export function isAccountTaken(error: unknown): boolean {
  return error instanceof AppError && error.code === "email_taken";
}
