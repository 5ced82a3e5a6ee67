import type { z } from "zod";
import { AppError } from "#shared/errors/app-error.ts";
import type { updateProfileBody } from "#shared/identity/identity-contract.ts";
import type { Deps } from "#server/deps.ts";
import { setIdentityProfile, type IdentitySession } from "#server/identity/public.ts";
import { claimImage } from "#server/images/public.ts";
import { releaseImage } from "#server/image-release/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { rootRelative } from "#server/platform/http/trusted-origins.ts";
import { findAccountOfIdentity, lockProfile, setProfile } from "#server/accounts/public.ts";

type Profile = z.infer<typeof updateProfileBody>;

/**
 * Gives the signed-in person another name or picture: the identity's, and the shop's record with it, so that the header,
 * the lists and their cars say the same at once. A new picture is taken from the image host's short-lived uploads, the
 * old one is let go. Before the sign-up is finished there is no record: POST /users takes what is set here.
 * @throws AppError invalid_input with `fields.image` where the picture cannot be kept; token_invalid where the account
 * ended meanwhile
 */
export async function changeProfile(
  deps: Pick<Deps, "db" | "config" | "catalogue">,
  { identityId }: Pick<IdentitySession, "identityId">,
  profile: Profile,
): Promise<{ status: boolean }> {
  const hasAccount = await deps.db.transaction(async (tx) => {
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
  const before = await lockProfile(tx, id);
  // Deleted meanwhile: a name would be written over nobody's, and a picture taken for ever.
  if (!before) throw new AppError("token_invalid");
  const photoUrl = image ? await claimImage(tx, config, image) : image;
  await setProfile(tx, id, { name, photoUrl });
  if (photoUrl !== undefined && before.photoUrl && before.photoUrl !== photoUrl)
    await releaseImage(tx, config, before.photoUrl);
  return photoUrl;
}
