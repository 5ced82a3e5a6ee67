// The headless build: it brings no styles of its own, so the content security policy needs no exception. Its list of
// toasts is not the one of the package's main entry; everything in this app takes `toast` from here.
export { toast } from "react-hot-toast/headless";
