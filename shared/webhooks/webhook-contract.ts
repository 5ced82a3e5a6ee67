import { z } from "zod";
import { text } from "#shared/text/text.ts";

/** What a webhook can report. */
const webhookTypes = [
  "booking.created",
  "booking.canceled",
  "booking.paid",
  "booking.refunded",
] as const;
export type WebhookType = (typeof webhookTypes)[number];

/** The body of a webhook. It names no buyer. */
const webhookBody = z.object({
  type: z.enum(webhookTypes),
  timestamp: z.string().describe("When it happened"),
  data: z.object({
    bookingId: z.string(),
    productId: z.string(),
    name: z.string().describe("The car's name when it was booked"),
    price: z.number().describe("In major units of `currency`"),
    currency: z.string(),
  }),
});
export type WebhookBody = z.infer<typeof webhookBody>;

const webhookEndpoint = z.object({
  url: z.string(),
  createdAt: z.string(),
  failingSince: z.string().nullable().describe("Since when every delivery has failed"),
  disabledAt: z.string().nullable().describe("When it was disabled because deliveries failed"),
});
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>;

export const webhookAnswer = z.object({ endpoint: webhookEndpoint.nullable() });

export const webhookSecretAnswer = z.object({
  modifiedCount: z.number().int(),
  secret: z.string().optional().describe("Given only with a new secret, and only in this answer"),
  message: z.string().optional(),
});
export type WebhookSecretAnswer = z.infer<typeof webhookSecretAnswer>;

export const setWebhookBody = z.object({ url: text(500) });

export const webhookDelivery = z.object({
  _id: z.string(),
  type: z.enum(webhookTypes),
  productName: z.string(),
  createdAt: z.string(),
  attempts: z.number().int(),
  state: z.enum(["waiting", "delivered", "failed"]),
  nextAttemptAt: z.string().nullable(),
  deliveredAt: z.string().nullable(),
  lastError: z.string().nullable(),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;
