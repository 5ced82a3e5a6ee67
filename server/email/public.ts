// What other features may use.
export { eraseEmails } from "./erase-email-store.ts";
export { emailPicture } from "./email-picture.ts";
export { queueEmail } from "./queue-email.ts";
export {
  withoutUserTexts,
  deleteUnsentEmail,
  farewell,
  queuedChannel,
  type NewEmail,
} from "./queue-store.ts";
export {
  escapeHtml,
  oneLine,
  writeEmail,
  type EmailContent,
  type EmailPicture,
  type EmailSection,
} from "./write-email.ts";
