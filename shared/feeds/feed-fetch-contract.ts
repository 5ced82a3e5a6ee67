import { z } from "zod";

/** Where the shop fetches a feed's file from every day. */
export const feedFetchBody = z.strictObject({
  url: z
    .string()
    .trim()
    .max(2_000)
    .describe("https://…, or sftp://host:port/path; after /~/ the path is in the user's folder"),
  hour: z.number().int().min(0).max(23).default(3).describe("The hour of the day, UTC"),
  username: z
    .string()
    .max(200)
    .nullish()
    .describe("What is left out stays while the URL leads to the same server; null removes it"),
  password: z
    .string()
    .max(500)
    .nullish()
    .describe("Stored encrypted and never answered. Left out, it stays with the server and user"),
  privateKey: z
    .string()
    .max(20_000)
    .nullish()
    .describe(
      "For SFTP, in place of a password: OpenSSH or PEM, without a passphrase; RSA with at most 8,192 bits",
    ),
  hostKey: z
    .string()
    .max(200)
    .regex(
      /^[\w@.-]+ SHA256:[\w+/]{43}$/,
      "Enter type and fingerprint, such as ssh-ed25519 SHA256:…",
    )
    .optional()
    .describe("The SFTP server's key to trust, such as `newHostKey`; else that of the first fetch"),
});
export type FeedFetchBody = z.infer<typeof feedFetchBody>;

/** What a seller sees of it. */
export const feedFetch = z.object({
  url: z.string(),
  hour: z.number().int(),
  nextAt: z.string(),
  lastAt: z.string().nullable(),
  error: z
    .string()
    .nullable()
    .describe("Why the last fetch changed nothing, or could not use the whole file"),
  isStopped: z
    .boolean()
    .optional()
    .describe(
      "The file was too heavy to read twice in a row: it is not fetched until the feed is changed or a file is uploaded. Not from an earlier release",
    ),
  username: z.string().nullable(),
  hasPassword: z.boolean(),
  hasPrivateKey: z.boolean(),
  hostKey: z.string().nullable().describe("The SFTP server's key that is trusted"),
  newHostKey: z
    .string()
    .nullable()
    .describe("Another key that it shows now; nothing is fetched until it is accepted"),
});
export type FeedFetch = z.infer<typeof feedFetch>;
