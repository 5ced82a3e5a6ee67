import { randomUUID } from "node:crypto";
import { isIP } from "node:net";
import { z } from "zod";
import { AppError } from "#shared/errors/app-error.ts";
import type { DeletedAnswer, ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import type { WebhookSecretAnswer } from "#shared/webhooks/webhook-contract.ts";
import { recordAudit } from "#server/audit/public.ts";
import type { Deps } from "#server/deps.ts";
import { withLockedSeller } from "#server/listings/public.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { isPublicAddress } from "#server/platform/http/outgoing/is-public-address.ts";
import { makeSecret } from "./sign-webhook.ts";
import {
  deleteEndpointOf,
  findEndpoint,
  resendDelivery,
  setSecret,
  upsertEndpoint,
} from "./webhook-store.ts";

type EndpointDeps = Pick<Deps, "db" | "config">;

const noEndpoint = () => new AppError("not_found", { message: "You have no webhook." });

/**
 * Sets the viewer's endpoint and enables it. A new one gets a secret, which is returned once. Refused while they are
 * suspended.
 * @throws AppError invalid_input with `fields.url`
 */
export async function setEndpoint(
  { db, config }: EndpointDeps,
  { accountId }: Viewer,
  given: string,
): Promise<WebhookSecretAnswer> {
  const url = endpointUrl(given, config.demo);
  const secret = makeSecret();
  return withLockedSeller(db, accountId, async (tx, seller) => {
    if (!seller) throw new AppError("not_allowed");
    if (seller.isSuspended)
      return { modifiedCount: 0, message: "You are suspended, so you cannot change your webhook." };
    const { isNew } = await upsertEndpoint(tx, { id: randomUUID(), accountId, url, secret });
    await recordAudit(tx, { actorId: accountId, action: "webhook.set", subjectId: accountId });
    return isNew ? { modifiedCount: 1, secret } : { modifiedCount: 1 };
  });
}

/** The URL in normal form. Whether its name resolves to a public address is checked at each delivery. */
function endpointUrl(given: string, isDemo: boolean): string {
  const url = URL.parse(given);
  const refuse = (message: string) =>
    new AppError("invalid_input", { message, fields: { url: message } });
  if (!url || !["https:", ...(isDemo ? ["http:"] : [])].includes(url.protocol))
    throw refuse("Enter a URL that starts with https://.");
  if (url.username || url.password)
    throw refuse(
      "Leave name and password out of the URL. The signature proves where a webhook is from.",
    );
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const isPrivate = isIP(host) ? !isPublicAddress(host) : /(?:^|\.)localhost\.?$/.test(host);
  if (isPrivate && !isDemo) throw refuse("This URL leads to a private address.");
  url.hash = "";
  return url.href;
}

/** Replaces the secret of the viewer's endpoint and returns it once. @throws AppError not_found */
export async function replaceSecret(
  { db }: EndpointDeps,
  { accountId }: Viewer,
): Promise<WebhookSecretAnswer> {
  const secret = makeSecret();
  await db.transaction(async (tx) => {
    if (!(await setSecret(tx, accountId, secret))) throw noEndpoint();
    await recordAudit(tx, { actorId: accountId, action: "webhook.set", subjectId: accountId });
  });
  return { modifiedCount: 1, secret };
}

/** Removes the viewer's endpoint and its deliveries. @throws AppError not_found */
export async function removeEndpoint(
  { db }: EndpointDeps,
  { accountId }: Viewer,
): Promise<DeletedAnswer> {
  await db.transaction(async (tx) => {
    if (!(await deleteEndpointOf(tx, accountId))) throw noEndpoint();
    await recordAudit(tx, { actorId: accountId, action: "webhook.remove", subjectId: accountId });
  });
  return { deletedCount: 1 };
}

/** Sends one of the viewer's webhooks again. @throws AppError not_found */
export async function resendWebhook(
  { db }: EndpointDeps,
  { accountId }: Viewer,
  given: string,
): Promise<ModifiedAnswer> {
  const { data: id } = z.uuid().safeParse(given);
  const endpoint = await findEndpoint(db, accountId);
  if (endpoint?.disabledAt)
    return { modifiedCount: 0, message: "Your webhook is disabled. Save its URL to enable it." };
  if (id === undefined || !(await resendDelivery(db, { id, accountId }))) {
    const message = "There is no such webhook.";
    throw new AppError("not_found", { message, fields: { id: message } });
  }
  return { modifiedCount: 1 };
}
