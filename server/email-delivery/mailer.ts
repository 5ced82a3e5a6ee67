import { createTransport } from "nodemailer";
import type { Config } from "#server/platform/config/config.ts";
import { emailAddress } from "#shared/text/text.ts";
import type { ClaimedEmail } from "./delivery-store.ts";

/**
 * Milliseconds in which a server must greet, and in which it must have taken a mail. A server that has a mail may look at
 * it for ten minutes before it says so (RFC 5321, 4.5.3.2.6); whoever hangs up earlier sends it again and again.
 */
const silence = 20_000;
const wholeEmail = 10 * 60_000;

export type Mailer = { send(mail: ClaimedEmail): Promise<void> };

type MailConfig = Pick<Config, "SMTP_URL" | "MAIL_FROM" | "BRAND_NAME" | "PUBLIC_URL">;

/** The way out by SMTP; null where the operator named no server. */
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
    // Mails hold other people's words: nothing in them may name a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const host = hostOf(config);
  const from = config.MAIL_FROM ?? { name: config.BRAND_NAME, address: `no-reply@${host}` };
  return {
    async send({ id, to, subject, text, html, createdAt }) {
      const address = emailAddress.safeParse(to);
      if (!address.success)
        throw Object.assign(new Error("not an email address"), { code: "EENVELOPE" });
      const sending = transport.sendMail({
        from,
        // An object, so that a comma in it does not make two of one.
        to: { name: "", address: address.data },
        subject,
        text,
        html,
        date: createdAt,
        // The same at every try: whoever gets it twice, after a crash between sending and noting, sees one.
        messageId: `<${id}@${host}>`,
        headers: { "Auto-Submitted": "auto-generated" },
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
  // The losing side may still fail later; that is of no interest any more.
  sending.catch(() => undefined);
  try {
    await Promise.race([sending, late]);
  } finally {
    clearTimeout(timer);
  }
}
