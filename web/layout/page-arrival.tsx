import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

/**
 * After a click in the header, which stays, the new page gets the focus, as it does when the clicked link goes away with its
 * page. Every new page is announced by its title.
 */
export function PageArrival() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const [title, setTitle] = useState("");
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    setTitle(document.title);
    if (document.activeElement?.closest("header"))
      document.getElementById("content")?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  );
}
