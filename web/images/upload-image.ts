import type { z } from "zod";
import { AppError } from "#shared/errors/app-error.ts";
import {
  maximumImageBytes,
  unsupportedImage,
  type uploadAnswer,
} from "#shared/images/image-contract.ts";
import { sendRequest } from "#web/platform/requests/send-request.ts";

const uploadPatienceMs = 10 * 60_000;

type ImageHost = { url: string; key: string | null };

/** Types offered by the file picker; the host checks the actual content. */
export const imageTypes = "image/png,image/jpeg,image/gif,image/webp,image/avif";

/** Why a chosen file can't be uploaded, for display at the field; null if it can. */
export function refuseImage(file: { type: string; size: number }): string | null {
  if (!file.type.startsWith("image/")) return unsupportedImage;
  if (file.size > maximumImageBytes)
    return "This image is larger than 10MB. Please choose a smaller one.";
  if (file.size === 0) return "This file is empty. Please choose another one.";
  return null;
}

/**
 * Uploads an image to the image host and returns its URL.
 * @param options.expiration seconds until the upload expires unless an account or product claims it
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
    // Large images take time on slow connections.
    signal: signal ?? AbortSignal.timeout(uploadPatienceMs),
  });
  const answer = (await response.json()) as Partial<z.infer<typeof uploadAnswer>>;
  if (!answer.data?.display_url) throw new AppError("image_unreadable");
  return answer.data.display_url;
}
