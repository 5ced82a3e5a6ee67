import type { SignUpRole } from "#shared/accounts/account.ts";
import { AppError } from "#shared/errors/app-error.ts";
import type { CreatedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { api } from "#web/platform/requests/api-client.ts";
import { identityClient, isAccountTaken, type IdentityUser } from "./identity-client.ts";
import { requestAccessToken } from "#web/identity/sessions/renew-access-token.ts";
import { uploadImage } from "#web/images/upload-image.ts";

export type SignUpForm = {
  name: string;
  email: string;
  password: string;
  role: SignUpRole;
  image: File;
};
type ImageHost = { url: string; key: string | null };

/** Seconds an unclaimed avatar stays at the image host (docs/specification.md, "Interface constants"). */
const imageExpiration = 600;

/** Progress of earlier attempts on this page, so the next one can resume. */
export type SignUpProgress = {
  image: { file: File; url: string; uploadedAt: number } | null;
  createdEmail: string | null;
};

export const noProgress: SignUpProgress = { image: null, createdEmail: null };

/**
 * Signs up: image, account, profile, user record. Steps completed by an earlier attempt are not repeated, and an
 * unfinished sign-up can be completed with the same password.
 * @param progress updated as steps complete
 * @throws AppError email_taken if the email has a complete account
 */
export async function signUp(
  host: ImageHost,
  form: SignUpForm,
  progress: SignUpProgress,
): Promise<IdentityUser> {
  const image = await uploadOnce(host, form.image, progress);
  const user = await createOrResume(form, progress);
  progress.createdEmail = user.email;
  await identityClient.updateProfile({ name: form.name, image });
  await api.post<CreatedAnswer>("/users", { name: form.name, email: user.email, role: form.role });
  return { ...user, displayName: form.name, photoURL: image };
}

async function uploadOnce(host: ImageHost, file: File, progress: SignUpProgress): Promise<string> {
  const uploaded = progress.image;
  const isFresh =
    uploaded !== null && Date.now() - uploaded.uploadedAt < (imageExpiration - 60) * 1_000;
  if (isFresh && uploaded.file === file) return uploaded.url;
  const url = await uploadImage(host, file, { expiration: imageExpiration });
  progress.image = { file, url, uploadedAt: Date.now() };
  return url;
}

async function createOrResume(form: SignUpForm, progress: SignUpProgress): Promise<IdentityUser> {
  try {
    return await identityClient.signUp({
      name: form.name,
      email: form.email,
      password: form.password,
    });
  } catch (taken) {
    if (!isAccountTaken(taken)) throw taken;
    return resume(form, progress, taken);
  }
}

async function resume(
  form: SignUpForm,
  progress: SignUpProgress,
  taken: unknown,
): Promise<IdentityUser> {
  const user = await identityClient.signIn(form.email, form.password).catch((error: unknown) => {
    // The password doesn't match, so only say that the address is taken.
    throw error instanceof AppError && error.code === "sign_in_refused" ? taken : error;
  });
  // An account with two-factor authentication is a complete account.
  if (user === null) throw taken;
  if (user.email === progress.createdEmail || !(await hasRecord(user.email))) return user;
  await identityClient.signOut();
  throw taken;
}

async function hasRecord(email: string): Promise<boolean> {
  try {
    await requestAccessToken(email);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "account_missing") return false;
    throw error;
  }
}
