import type { z } from "zod";
import { AppError } from "#shared/errors/app-error.ts";
import { maximumImageBytes, type uploadAnswer } from "#shared/images/image-contract.ts";
import { sendRequest } from "#web/platform/send-request.ts";

const uploadPatienceMs = 10 * 60_000;

type ImageHost = { url: string; key: string | null };

/** What the file chooser offers; the host checks the content itself. */
export const imageTypes = "image/png,image/jpeg,image/gif,image/webp,image/avif";

/** Why a chosen file cannot be sent, in words for beside the field; null where it can. */
export function refuseImage(file: { type: string; size: number }): string | null {
  if (!file.type.startsWith("image/")) return "Please choose an image: PNG, JPG or GIF.";
  if (file.size > maximumImageBytes)
    return "This image is larger than 10MB. Please choose a smaller one.";
  return null;
}

/**
 * Sends an image to the image host and answers its address.
 * @param options.expiration seconds the upload lives unless an account or product then claims it
 */
export async function uploadImage(
  host: ImageHost,
  file: File,
  { expiration, signal }: { expiration?: number; signal?: AbortSignal } = {},
): Promise<string> {
  const form = new FormData();
  form.set("image", file);
  const query = new URLSearchParams();
  if (host.key) query.set("key", host.key);
  if (expiration) query.set("expiration", String(expiration));
  const response = await sendRequest(`${host.url}?${query}`, {
    method: "POST",
    body: form,
    // A large picture on a slow line takes its time.
    signal: signal ?? AbortSignal.timeout(uploadPatienceMs),
  });
  const answer = (await response.json()) as Partial<z.infer<typeof uploadAnswer>>;
  if (!answer.data?.display_url) throw new AppError("image_unreadable");
  return answer.data.display_url;
}
