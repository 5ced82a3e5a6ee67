import type { OutgoingHttpHeaders } from "node:http";
import { eq } from "drizzle-orm";
import type { SignUpRole } from "#shared/accounts/account.ts";
import { identityUserTable } from "#server/identity/identity-table.ts";
import type { createTestApp } from "#testing/test-app.ts";

type Shop = Awaited<ReturnType<typeof createTestApp>>;

/** The cookies that a response set, as a browser sends them back. */
export function cookieOf(answer: { headers: OutgoingHttpHeaders }): string {
  const cookies = [answer.headers["set-cookie"] ?? []].flat().map(String);
  return cookies.map((cookie) => cookie.split(";")[0]).join("; ");
}

/** Confirms an email address, as opening the link in the confirmation email does. */
export async function confirmAddress(shop: Pick<Shop, "deps">, email: string): Promise<void> {
  await shop.deps.db
    .update(identityUserTable)
    .set({ emailVerified: true })
    .where(eq(identityUserTable.email, email));
}

/** Signs a user up through the API. With a role, the sign-up is finished and there is an access token. */
export async function aSignedUpUser(
  shop: Shop,
  {
    email,
    name = "Person",
    image,
    password = "Secret!2026",
    role,
    isConfirmed = false,
  }: {
    email: string;
    name?: string;
    image?: string;
    password?: string;
    role?: SignUpRole;
    isConfirmed?: boolean;
  },
) {
  const signedUp = await shop.call("POST", "/api/auth/sign-up/email", {
    body: { name, email, password, ...(image && { image }) },
  });
  if (signedUp.status !== 200)
    throw new Error(`sign-up answered ${signedUp.status}: ${JSON.stringify(signedUp.body)}`);
  const cookie = cookieOf(signedUp);
  if (isConfirmed) await confirmAddress(shop, email);
  if (!role) return { cookie, id: "", token: "" };
  const created = await shop.call("POST", "/api/users", {
    headers: { cookie },
    body: { name, role },
  });
  const jwt = await shop.call("GET", `/api/jwt?email=${encodeURIComponent(email)}`, {
    headers: { cookie },
  });
  return { cookie, id: created.body.insertedId as string, token: jwt.body.accessToken as string };
}
