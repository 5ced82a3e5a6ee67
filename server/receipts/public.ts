export { issueReceipt } from "./issue-receipt.ts";
export { queueRefundEmail } from "./queue-refund-email.ts";
