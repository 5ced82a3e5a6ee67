import {
  contactBody,
  ownAccountRecord,
  type OwnAccountRecord,
} from "#shared/accounts/account-contract.ts";
import { profileAnswer, updateProfileBody } from "#shared/identity/identity-contract.ts";
import { AppError } from "#shared/errors/app-error.ts";
import { modifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { findOwnAccount } from "#server/accounts/public.ts";
import type { Deps } from "#server/deps.ts";
import { requireSession, sessionOf } from "#server/identity/public.ts";
import { viewerOf, type App } from "#server/platform/http/app-instance.ts";
import { limits } from "#server/platform/http/rate-limits.ts";
import { becomeSeller } from "./become-seller.ts";
import { changeContact } from "./change-contact.ts";
import { changeProfile } from "./change-profile.ts";

/** The user's own account, contact and role. Name and picture are changed at the identity service's path. */
export function profileRoutes(app: App, deps: Deps): void {
  app.post(
    "/api/auth/update-user",
    {
      schema: {
        summary: "Change your name or picture",
        body: updateProfileBody,
        response: { 200: profileAnswer },
      },
      config: {
        priority: "essential",
        refusals: [401],
        rateLimit: limits.profile,
        examples: { body: { "Another name": { name: "Ada Harbour" } } },
      },
      onRequest: requireSession(deps),
    },
    (request) => changeProfile(deps, sessionOf(request), request.body),
  );

  app.get(
    "/api/account",
    {
      schema: { summary: "Read your account", response: { 200: ownAccountRecord } },
      config: { priority: "essential" },
    },
    (request) => readOwnAccount(deps, viewerOf(request).accountId),
  );

  app.post(
    "/api/account/become-seller",
    {
      schema: { summary: "Become a seller", response: { 200: modifiedAnswer } },
      config: { rateLimit: limits.becomeSeller },
    },
    (request) => becomeSeller(deps, viewerOf(request).accountId),
  );

  app.put(
    "/api/account/contact",
    {
      schema: {
        summary: "Change your location and phone number",
        body: contactBody,
        response: { 200: modifiedAnswer },
      },
      config: {
        rateLimit: limits.profile,
        examples: {
          body: { "A phone and a place": { phone: "+1 617 555 0134", location: "Boston" } },
        },
      },
    },
    (request) => changeContact(deps, viewerOf(request).accountId, request.body),
  );
}

/** The caller's own account. */
async function readOwnAccount(
  deps: Pick<Deps, "db">,
  accountId: string,
): Promise<OwnAccountRecord> {
  const account = await findOwnAccount(deps.db, accountId);
  // It was deleted after the token was checked.
  if (!account) throw new AppError("not_signed_in");
  const { id, photoUrl, createdAt, ...rest } = account;
  return { _id: id, ...rest, photoURL: photoUrl, createdAt: createdAt.toISOString() };
}
