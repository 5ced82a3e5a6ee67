import { Menu, X } from "lucide-react";
import { useRef, useState } from "react";
import { Link, matchPath, NavLink, useLocation } from "react-router";
import { isolate } from "#shared/text/isolate.ts";
import { useShop } from "#web/platform/root-data.ts";
import { useEscape } from "#web/platform/use-escape.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { buttonClass } from "#web/ui/button-class.ts";
import { FavoritesLink } from "#web/favorites/favorites-link.tsx";
import { useSignOut } from "#web/identity/sessions/sign-out.ts";
import { useSession } from "#web/identity/sessions/use-session.ts";
import { everyCar } from "#web/search/search-field.tsx";
import { HeaderSearch } from "./header-search.tsx";
import { OfflineNote } from "./offline-note.tsx";
import { Wordmark } from "./wordmark.tsx";
import type { Elements } from "#web/ui/fields/elements.ts";

const menuId = "site-menu";

/** `start` comes before the shop's name. */
export function Header({ start }: { start?: Elements }) {
  const shop = useShop();
  const { key } = useLocation();
  // The menu belongs to the page it was opened on; navigating closes it.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const menuOpen = openAt === key;
  const closeMenu = () => setOpenAt(null);
  const toggle = useRef<HTMLButtonElement>(null);
  useEscape(menuOpen, () => {
    closeMenu();
    toggle.current?.focus();
  });

  return (
    <>
      {menuOpen && (
        <div
          aria-hidden="true"
          className="fixed inset-0 z-20 bg-veil md:hidden"
          onClick={closeMenu}
        />
      )}
      <header className="sticky top-0 z-30 border-b border-line bg-paper [@media(scripting:none)]:static">
        <div className="measure flex min-h-18 items-center gap-3 max-md:flex-wrap">
          {start}
          <Link
            prefetch="intent"
            to="/"
            aria-label={`${isolate(shop.name)}, home`}
            className="mr-auto py-2"
          >
            <Wordmark />
          </Link>
          <HeaderSearch isMenuOpen={menuOpen} onOpen={closeMenu} />
          <FavoritesLink />
          <DesktopNavigation />
          <IconButton
            ref={toggle}
            label={menuOpen ? "Close menu" : "Menu"}
            aria-expanded={menuOpen}
            aria-controls={menuId}
            onClick={() => setOpenAt(menuOpen ? null : key)}
            className="-mr-2 md:hidden [@media(scripting:none)]:hidden"
          >
            {menuOpen ? (
              <X aria-hidden="true" strokeWidth={1.5} />
            ) : (
              <Menu aria-hidden="true" strokeWidth={1.5} />
            )}
          </IconButton>
        </div>
        <OfflineNote />
        <MobileNavigation open={menuOpen} onLeave={closeMenu} />
      </header>
    </>
  );
}

const desktopLink =
  "py-2 text-[0.9375rem] text-muted transition-colors hover:text-ink aria-[current=page]:text-ink aria-[current=page]:underline aria-[current=page]:decoration-brass aria-[current=page]:underline-offset-8";

function DesktopNavigation() {
  const { isSignedIn, user } = useHeaderSession();
  const signOut = useSignOut(isSignedIn);
  return (
    <nav aria-label="Main" className="flex items-center gap-8 max-md:hidden">
      {pages(isSignedIn).map((page) => (
        <NavLink prefetch="intent" key={page.to} {...page} className={desktopLink} />
      ))}
      {isSignedIn ? (
        <>
          <button
            type="button"
            onClick={() => void signOut()}
            className={buttonClass("secondary", "small")}
          >
            Log Out
          </button>
          {user?.photoURL && (
            <Avatar photoURL={user.photoURL} name={user.displayName ?? user.email} />
          )}
        </>
      ) : (
        <NavLink prefetch="intent" {...register} className={buttonClass("secondary", "small")} />
      )}
    </nav>
  );
}

const register = { to: "/signup", children: "Register" } as const;

/** The path of the header's links that the page is at: all that the header shows of the page. */
export function currentLink(pathname: string, isSignedIn: boolean): string | undefined {
  if (pathname === everyCar.path) return pathname;
  const links: { to: string; end?: boolean }[] = [...pages(isSignedIn), register];
  return links.find(({ to, end = false }) => matchPath({ path: to, end }, pathname))?.to;
}

/** The links of both menus, without Register. */
function pages(isSignedIn: boolean) {
  return [
    { to: "/", children: "Home", end: true },
    { to: "/blog", children: "Blog" },
    isSignedIn ? { to: "/dashboard", children: "Dashboard" } : { to: "/login", children: "Login" },
  ];
}

const mobileLink = "display block py-3 text-3xl aria-[current=page]:text-brass-ink";

function MobileNavigation({ open, onLeave }: { open: boolean; onLeave: () => void }) {
  const { isSignedIn, user } = useHeaderSession();
  const signOut = useSignOut(isSignedIn);
  return (
    <nav
      id={menuId}
      aria-label="Menu"
      onBlur={(event) => {
        // Tabbing past the last entry closes the menu, which covers the page. The toggle handles itself.
        const next = event.relatedTarget;
        if (next && !event.currentTarget.contains(next) && !isToggle(next)) onLeave();
      }}
      className={`border-t border-line md:hidden ${open ? "" : "hidden max-md:[@media(scripting:none)]:block"}`}
    >
      <ul className="measure divide-y divide-line py-2">
        {pages(isSignedIn).map((page) => (
          <li key={page.to}>
            <NavLink prefetch="intent" {...page} className={mobileLink} />
          </li>
        ))}
        <li className="flex items-center justify-between">
          {isSignedIn ? (
            <>
              <button type="button" onClick={() => void signOut()} className={mobileLink}>
                Sign Out
              </button>
              {user?.photoURL && (
                <Avatar photoURL={user.photoURL} name={user.displayName ?? user.email} />
              )}
            </>
          ) : (
            <NavLink prefetch="intent" {...register} className={mobileLink} />
          )}
        </li>
      </ul>
    </nav>
  );
}

function isToggle(element: Element): boolean {
  return element.getAttribute("aria-controls") === menuId;
}

function Avatar({ photoURL, name }: { photoURL: string; name: string }) {
  return (
    <Link
      prefetch="intent"
      to="/dashboard/account"
      title={`${isolate(name)}: your account`}
      className="shrink-0 rounded-full"
    >
      <img
        src={photoURL}
        alt={name}
        width={40}
        height={40}
        className="size-10 rounded-full border border-line object-cover"
      />
    </Link>
  );
}

/**
 * Session for the header. While it loads, the server's hint decides, so signed-in items render at once and nothing
 * jumps; `user` follows later.
 */
function useHeaderSession() {
  const { status, user } = useSession();
  return { isSignedIn: status !== "signed-out", user };
}
