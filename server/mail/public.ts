// The door of this feature: what others may use of it.
export type { NewMail } from "./mail-store.ts";
export { queueMail } from "./queue-mail.ts";
export { writeLetter } from "./write-letter.ts";
