// The door of this feature: what others may use of it.
export { forgetMails } from "./forget-mail-store.ts";
export { farewell, type NewMail } from "./mail-store.ts";
export { oneLine } from "./one-line.ts";
export { queueMail } from "./queue-mail.ts";
export { escapeHtml, writeLetter } from "./write-letter.ts";
