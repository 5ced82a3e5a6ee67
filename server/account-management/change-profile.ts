import type { z } from "zod";
import { AppError } from "#shared/errors/app-error.ts";
import type { updateProfileBody } from "#shared/identity/identity-contract.ts";
import type { Deps } from "#server/deps.ts";
import { setIdentityProfile, type IdentitySession } from "#server/identity/public.ts";
import { claimImage } from "#server/images/public.ts";
import { releaseImages } from "#server/image-release/public.ts";
import { endChecks } from "#server/seller-checks/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { lockSoon } from "#server/platform/database/lock-soon.ts";
import { rootRelative } from "#server/platform/http/trusted-origins.ts";
import {
  findAccountOfIdentity,
  inAccountTurn,
  lockProfile,
  setProfile,
} from "#server/accounts/public.ts";

type Profile = z.infer<typeof updateProfileBody>;

/**
 * Changes the signed-in user's name or picture in both the identity and the account, so that the header, the lists and
 * their listings agree. A new name ends the checks of the seller's identity and business. Claims the new picture from the
 * temporary uploads and releases the old one. Before the sign-up is finished there is no account; POST /users later copies
 * what is set here.
 * @throws AppError invalid_input with `fields.image` if the picture cannot be stored; token_invalid if the account has
 * been deleted
 */
export async function changeProfile(
  deps: Pick<Deps, "db" | "config" | "catalogue">,
  { identityId }: Pick<IdentitySession, "identityId">,
  profile: Profile,
): Promise<{ status: boolean }> {
  const own = await findAccountOfIdentity(deps.db, identityId);
  const hasAccount = await inAccountTurn(deps.db, own?.id ?? identityId, async (tx) => {
    const account = await findAccountOfIdentity(tx, identityId);
    const image = account
      ? await changeAccount(tx, deps.config, account.id, profile)
      : profile.image && rootRelative(deps.config, profile.image);
    await setIdentityProfile(tx, identityId, { name: profile.name, image });
    return account !== null;
  });
  if (hasAccount && profile.name !== undefined) await deps.catalogue.refresh();
  return { status: true };
}

async function changeAccount(
  tx: Executor,
  config: Deps["config"],
  id: string,
  { name, image }: Profile,
): Promise<string | null | undefined> {
  const before = await lockSoon(tx, () => lockProfile(tx, id));
  // The account was deleted in the meantime: do not restore its name or claim a picture that no one would release.
  if (!before) throw new AppError("token_invalid");
  const photoUrl = image ? await claimImage(tx, config, image) : image;
  await setProfile(tx, id, { name, photoUrl });
  // They were about the person or business of the other name.
  if (name !== undefined && name !== before.name)
    await endChecks(tx, id, ["identity", "business"], new Date());
  if (photoUrl !== undefined && before.photoUrl && before.photoUrl !== photoUrl)
    await releaseImages(tx, config, [before.photoUrl]);
  return photoUrl;
}
