// The door of this feature: what others may use of it.
export { issueReceipt } from "./issue-receipt.ts";
export { queueRefundMail } from "./queue-refund-mail.ts";
