import { PrivateAddressError, type Reach } from "#server/platform/http/outgoing/connect-public.ts";
import { requestPublic } from "#server/platform/http/outgoing/request-public.ts";

const timeoutMs = 10_000;

/** Why a webhook could not be delivered, for the seller. */
export class DeliveryError extends Error {}

/**
 * Posts a body to a seller's endpoint. Redirects are not followed and the response's body is not read.
 * @throws DeliveryError unless the endpoint answers with 2xx in time
 */
export async function postWebhook(
  address: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  reach: Reach,
): Promise<void> {
  const url = new URL(address);
  if (url.protocol !== "https:" && !reach.allowPrivate)
    throw new DeliveryError("the URL is not HTTPS");
  const status = await new Promise<number>((resolve, reject) => {
    const request = requestPublic(
      url,
      {
        method: "POST",
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          ...headers,
          "content-type": "application/json",
          "content-length": String(Buffer.byteLength(body)),
          "user-agent": "Marque-Webhooks",
        },
      },
      reach,
    );
    request.on("response", (response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    request.on("error", reject);
    request.end(body);
  }).catch((error: NodeJS.ErrnoException) => {
    throw asDeliveryError(error);
  });
  if (status >= 300 && status < 400)
    throw new DeliveryError(`answered with a redirect (${status}), which is not followed`);
  if (status < 200 || status >= 300) throw new DeliveryError(`answered with status ${status}`);
}

function asDeliveryError(error: NodeJS.ErrnoException): DeliveryError {
  if (error instanceof PrivateAddressError) return new DeliveryError(error.message);
  if (error.name === "TimeoutError" || error.name === "AbortError")
    return new DeliveryError("did not answer within 10 seconds");
  return new DeliveryError(`could not be reached (${error.code ?? error.message})`);
}
