// The headless build brings no styles of its own, so the content security policy needs no exception. Its list of toasts
// is not the one of the package's main entry, so everything in this app takes `toast` from here.
import { toast as show } from "react-hot-toast/headless";

/** The id is the message: showing the same one again renews the toast on screen instead of adding another. */
function oncePerMessage(kind: "success" | "error") {
  return (message: string) => show[kind](message, { id: `${kind}: ${message}` });
}

export const toast = { success: oncePerMessage("success"), error: oncePerMessage("error") };
