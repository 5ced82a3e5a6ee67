import { createTransport } from "nodemailer";
import type { Config } from "#server/platform/config/config.ts";
import { emailAddress } from "#shared/text/text.ts";
import type { ClaimedEmail } from "./delivery-store.ts";

/**
 * Milliseconds for the greeting of a server, and for a whole email. A server may take ten minutes to accept an email
 * (RFC 5321, 4.5.3.2.6); disconnecting earlier would send it repeatedly.
 */
const silence = 20_000;
const wholeEmail = 10 * 60_000;

export type Mailer = { send(email: ClaimedEmail): Promise<void> };

type MailConfig = Pick<Config, "SMTP_URL" | "MAIL_FROM" | "BRAND_NAME" | "PUBLIC_URL">;

/** Sends emails by SMTP. Null if no server is configured. */
export function createMailer(
  config: MailConfig,
  patience: { silence: number; wholeEmail: number } = { silence, wholeEmail },
): Mailer | null {
  if (!config.SMTP_URL) return null;
  const transport = createTransport({
    url: config.SMTP_URL,
    connectionTimeout: patience.silence,
    greetingTimeout: patience.silence,
    socketTimeout: patience.wholeEmail,
    // Emails contain texts by users, which must not make nodemailer read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const host = hostOf(config);
  const from = config.MAIL_FROM ?? { name: config.BRAND_NAME, address: `no-reply@${host}` };
  return {
    async send({ id, to, subject, text, html, unsubscribeUrl, createdAt }) {
      const address = emailAddress.safeParse(to);
      if (!address.success)
        throw Object.assign(new Error("not an email address"), { code: "EENVELOPE" });
      const sending = transport.sendMail({
        from,
        // An object, because a comma in a string would make two addresses.
        to: { name: "", address: address.data },
        subject,
        text,
        html,
        date: createdAt,
        // The same for every attempt: mail programs hide the duplicate after a crash between sending and marking it.
        messageId: `<${id}@${host}>`,
        headers: {
          "Auto-Submitted": "auto-generated",
          ...(unsubscribeUrl !== null && {
            "List-Unsubscribe": `<${unsubscribeUrl}>`,
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
          }),
        },
      });
      await within(patience.wholeEmail, sending);
    },
  };
}

function hostOf(config: MailConfig): string {
  return config.PUBLIC_URL ? new URL(config.PUBLIC_URL).hostname : "localhost";
}

async function within(milliseconds: number, sending: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const error = Object.assign(new Error("the mail server took too long"), { code: "ETIMEDOUT" });
    timer = setTimeout(() => reject(error), milliseconds);
  });
  // Ignores a failure after the timeout.
  sending.catch(() => undefined);
  try {
    await Promise.race([sending, late]);
  } finally {
    clearTimeout(timer);
  }
}
