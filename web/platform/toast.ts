// The headless build injects no styles, so the CSP needs no exception. Its toast list is separate from the package's
// main entry, so always import `toast` from here.
import { toast as show } from "react-hot-toast/headless";

/** Uses the message as id: repeating it renews the visible toast instead of adding another. */
function oncePerMessage(kind: "success" | "error") {
  return (message: string) => show[kind](message, { id: `${kind}: ${message}` });
}

export const toast = { success: oncePerMessage("success"), error: oncePerMessage("error") };
