// What other features may use.
export { forgetMails } from "./forget-mail-store.ts";
export { oneLine } from "./one-line.ts";
export { queueMail } from "./queue-mail.ts";
export { aboutSignIn, farewell, queuedChannel, type NewMail } from "./queue-store.ts";
export { escapeHtml, writeLetter } from "./write-letter.ts";
