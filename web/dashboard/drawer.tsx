import { PanelLeft } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import type { Role } from "#shared/accounts/account.ts";
import { useSession } from "#web/identity/sessions/use-session.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { useEscape } from "#web/platform/use-escape.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { drawerEntries, isWithinEntry } from "./dashboard-pages.ts";
import { dashboardDrawerId, useDashboardDrawer } from "./drawer-state.ts";

const entryClass =
  "block border-s border-transparent py-2.5 ps-5 text-[0.9375rem] text-muted transition-colors hover:text-ink aria-[current=page]:border-brass aria-[current=page]:text-ink";

/** Opens the drawer; in the header. */
export function DrawerToggle() {
  const { open, toggle } = useDashboardDrawer();
  return (
    <IconButton
      label="Dashboard menu"
      aria-controls={dashboardDrawerId}
      aria-expanded={open}
      onClick={toggle}
      className="-ml-2 lg:hidden [@media(scripting:none)]:hidden"
    >
      <PanelLeft aria-hidden="true" strokeWidth={1.5} />
    </IconButton>
  );
}

/** The dashboard's menu: a side panel on wide screens, a drawer opened by the header's icon on small ones. */
export function Drawer({ role }: { role: Role | null }) {
  const { open, setOpen } = useDashboardDrawer();
  const { pathname } = useLocation();
  const panel = useRef<HTMLElement>(null);

  // The panel is visible immediately on opening (only closing is delayed); hidden elements can't take focus.
  useEffect(() => {
    if (open) panel.current?.querySelector("a")?.focus();
  }, [open]);
  // Close the drawer when leaving the dashboard, so it isn't open on return.
  useEffect(() => () => setOpen(false), [setOpen]);

  useEscape(open, () => {
    setOpen(false);
    toggleButton()?.focus();
  });

  return (
    <>
      {open && (
        <div
          aria-hidden="true"
          className="fixed inset-0 z-10 bg-veil lg:hidden"
          onClick={() => setOpen(false)}
        />
      )}
      <nav
        ref={panel}
        id={dashboardDrawerId}
        aria-label="Dashboard"
        data-open={open}
        onBlur={(event) => {
          // Tabbing past the last entry closes the drawer; the toggle handles itself.
          const next = event.relatedTarget;
          if (next && !panel.current?.contains(next) && next !== toggleButton()) setOpen(false);
        }}
        className="w-52 shrink-0 bg-paper py-8 [@media(scripting:none)]:hidden max-lg:invisible max-lg:fixed max-lg:top-18 max-lg:bottom-0 max-lg:left-0 max-lg:z-20 max-lg:-translate-x-full max-lg:overflow-y-auto max-lg:border-r max-lg:border-line max-lg:px-5 max-lg:transition-[translate,visibility] max-lg:duration-200 max-lg:ease-settle max-lg:data-[open=true]:visible max-lg:data-[open=true]:transition-[translate] max-lg:data-[open=true]:translate-x-0 lg:sticky lg:top-18 lg:self-start lg:py-6"
      >
        <AccountBlock role={role} />
        {role ? (
          <ul>
            {drawerEntries(role).map(({ path, entry }) => (
              <li key={path}>
                <Link
                  to={path}
                  aria-current={isWithinEntry(role, path, pathname) ? "page" : undefined}
                  className={entryClass}
                  onClick={() => setOpen(false)}
                >
                  {entry}
                </Link>
              </li>
            ))}
          </ul>
        ) : (
          <div className="space-y-6 pl-5">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-4 w-24" />
          </div>
        )}
      </nav>
    </>
  );
}

const roleWords: Record<Role, string> = { Buyer: "Buyer", Seller: "Seller", admin: "Admin" };

/** Who is signed in. Not a link, because the drawer's entries are specified. */
function AccountBlock({ role }: { role: Role | null }) {
  const { user } = useSession();
  if (!user || !role) return null;
  return (
    <div className="mb-4 flex items-center gap-3 border-b border-line pb-4 lg:me-5">
      <Avatar name={user.displayName} photoURL={user.photoURL} />
      <p className="min-w-0 text-sm leading-snug">
        <bdi className="block truncate font-medium">{user.displayName}</bdi>
        <span className="block text-muted">{roleWords[role]}</span>
      </p>
    </div>
  );
}

function toggleButton(): HTMLElement | null {
  return document.querySelector(`[aria-controls="${dashboardDrawerId}"]`);
}
