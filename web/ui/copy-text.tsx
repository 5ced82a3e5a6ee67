import { Check, Copy } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { IconButton } from "./icon-button.tsx";

/** How long the confirmation shows, in ms. */
const stays = 2_000;

/** Text with a copy button; if the browser doesn't allow copying, selects the text. */
export function CopyText({ text, label }: { text: string; label: string }) {
  const element = useRef<HTMLSpanElement>(null);
  const [status, setStatus] = useState("");
  useEffect(() => {
    if (status === "") return;
    const timer = setTimeout(() => setStatus(""), stays);
    return () => clearTimeout(timer);
  }, [status]);

  async function copy() {
    try {
      // The clipboard API exists only on HTTPS and localhost.
      await navigator.clipboard.writeText(text);
      setStatus("Copied");
    } catch {
      if (element.current) window.getSelection()?.selectAllChildren(element.current);
      setStatus("Selected. Copy it with your keyboard.");
    }
  }

  return (
    <span className="inline-flex items-center gap-1">
      <span ref={element} className="wrap-anywhere">
        {text}
      </span>
      <IconButton label={label} onClick={() => void copy()} className="-my-2.5 -mr-3.5 shrink-0">
        {status === "Copied" ? (
          <Check aria-hidden="true" size={16} strokeWidth={1.5} />
        ) : (
          <Copy aria-hidden="true" size={16} strokeWidth={1.5} />
        )}
      </IconButton>
      <span role="status" className="sr-only">
        {status}
      </span>
    </span>
  );
}
