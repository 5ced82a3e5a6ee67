import { useEffect, useRef } from "react";

/**
 * An email's HTML in a frame of its own, as high as the email. The sandbox allows no scripts and no forms; without
 * scripts, sharing our origin gives the email nothing, and lets us measure it.
 */
export function EmailFrame({ subject, html }: { subject: string; html: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => fitHeight(element));
    const watch = () => {
      const email = element.contentDocument?.body;
      if (email) observer.observe(email);
    };
    // The email may be there before this runs.
    watch();
    element.addEventListener("load", watch);
    return () => {
      element.removeEventListener("load", watch);
      observer.disconnect();
    };
  }, [html]);
  return (
    <iframe
      ref={frame}
      title={`Email: ${subject}`}
      sandbox="allow-same-origin allow-top-navigation-by-user-activation"
      srcDoc={html.replace("<head>", '<head><base target="_top">')}
      className="w-full border border-line bg-white"
    />
  );
}

function fitHeight(frame: HTMLIFrameElement): void {
  const height = frame.contentDocument?.body.scrollHeight ?? 0;
  if (height > 0) frame.style.height = `${height + 2}px`;
}
