// The door of this feature: what others may use of it.
export { queueMail } from "./queue-mail.ts";
export { sendMailSoon } from "./send-mail-soon.ts";
export { writeLetter } from "./write-letter.ts";
