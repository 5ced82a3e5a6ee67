import type { SignUpRole } from "#shared/accounts/account.ts";
import { AppError } from "#shared/errors/app-error.ts";
import type { CreatedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { api } from "#web/platform/api-client.ts";
import { identityClient, isAccountTaken, type IdentityUser } from "./identity-client.ts";
import { askAccessToken } from "#web/identity/sessions/renew-access-token.ts";
import { uploadImage } from "#web/images/upload-image.ts";

export type SignUpForm = {
  name: string;
  email: string;
  password: string;
  role: SignUpRole;
  image: File;
};
type ImageHost = { url: string; key: string | null };

/** Seconds an avatar lives at the host unless the account claims it: the seed's. */
const imageExpiration = 600;

/** How far earlier tries of this page came, so that the next one goes on from there. */
export type SignUpProgress = {
  image: { file: File; url: string; uploadedAt: number } | null;
  createdEmail: string | null;
};

export const noProgress: SignUpProgress = { image: null, createdEmail: null };

/**
 * Signs somebody up: image, account, profile, record. Steps an earlier try finished are not done twice; an account whose
 * sign-up broke off elsewhere is finished by whoever knows its password.
 * @param progress is written to as steps finish
 * @throws AppError email_taken where the address has a finished account
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
  const kept = progress.image;
  const isFresh = kept !== null && Date.now() - kept.uploadedAt < (imageExpiration - 60) * 1_000;
  if (isFresh && kept.file === file) return kept.url;
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
    // Not their password, so not their account: all we say is that the address is taken.
    throw error instanceof AppError && error.code === "sign_in_refused" ? taken : error;
  });
  // A sign-in that asks for a code belongs to a finished account.
  if (user === null) throw taken;
  if (user.email === progress.createdEmail || !(await hasRecord(user.email))) return user;
  await identityClient.signOut();
  throw taken;
}

async function hasRecord(email: string): Promise<boolean> {
  try {
    await askAccessToken(email);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "account_missing") return false;
    throw error;
  }
}
