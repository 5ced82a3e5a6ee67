import { Share2 } from "lucide-react";
import { toast } from "#web/platform/toast.ts";
import { buttonClass } from "#web/ui/button-class.ts";

/** Shares a link with the device's own dialog where there is one, and copies it elsewhere. */
export function ShareButton({ title, url }: { title: string; url: string }) {
  async function share() {
    const device: { share?: Navigator["share"] } = navigator;
    try {
      if (device.share) return await device.share({ title, url });
      await navigator.clipboard.writeText(url);
      toast.success("Link copied");
    } catch (error) {
      // The visitor closed the dialog.
      if (error instanceof DOMException && error.name === "AbortError") return;
      toast.error("The link could not be copied. Copy it from the address bar.");
    }
  }

  return (
    <button type="button" onClick={() => void share()} className={buttonClass("quiet", "small")}>
      <Share2 aria-hidden="true" size={18} strokeWidth={1.5} />
      Share
    </button>
  );
}
