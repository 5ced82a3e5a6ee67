import type { ReactNode } from "react";
import { Link } from "react-router";
import { useShop } from "#web/platform/root-data.ts";
import { FooterIcon } from "./footer-icon.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";

/** `hasLinks`: on public pages, with the ways to buy, to sell and to get help. */
export function Footer({ hasLinks }: { hasLinks: boolean }) {
  const shop = useShop();
  return (
    <footer className="border-t border-line">
      <div className="measure text-sm text-muted">
        {hasLinks && <Links />}
        <div className="flex min-h-24 flex-wrap items-center gap-x-6 gap-y-2 py-4">
          <p className="me-auto text-[0.8125rem] tracking-caps">{`BROWSE ${shop.name} DATABASE OF NEW LUXURY CARS IN WORLD`}</p>
          <p>
            {shop.credit.url ? (
              <a href={shop.credit.url} className="text-link">
                {shop.credit.text}
              </a>
            ) : (
              shop.credit.text
            )}
          </p>
          <ul className="flex">
            <Social url={shop.social.twitter} name="Bird" icon="bird" />
            <Social url={shop.social.youtube} name="Video" icon="video" />
            <Social url={shop.social.facebook} name="Social network" icon="network" />
          </ul>
          <ThemeSwitch />
        </div>
      </div>
    </footer>
  );
}

function Links() {
  const { phone, phoneLink } = useShop();
  return (
    <nav
      aria-label="Footer"
      className="grid grid-cols-2 gap-x-8 gap-y-6 border-b border-line py-8 sm:grid-cols-3"
    >
      <Column title="Buy">
        <PageLink to="/search">All cars for sale</PageLink>
        <PageLink to="/compare">Compare side by side</PageLink>
        <PageLink to="/favorites">Cars you saved</PageLink>
      </Column>
      <Column title="Sell">
        <PageLink to="/sell">Sell a car</PageLink>
        <PageLink to="/#how-it-works">How selling works</PageLink>
      </Column>
      <Column title="Help">
        <li>
          {/* Without a link, the number is a text. */}
          <a href={phoneLink ?? undefined} className={footerLink}>
            {phone}
          </a>
        </li>
        <PageLink to="/forgot-password">Reset your password</PageLink>
        <li>
          <a href="/api/docs" className={footerLink}>
            API documentation
          </a>
        </li>
      </Column>
    </nav>
  );
}

const footerLink = "inline-flex min-h-8 items-center transition-colors hover:text-ink";

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <p className="mb-1 font-medium text-ink">{title}</p>
      <ul>{children}</ul>
    </div>
  );
}

function PageLink({ to, children }: { to: string; children: string }) {
  return (
    <li>
      <Link prefetch="intent" to={to} className={footerLink}>
        {children}
      </Link>
    </li>
  );
}

/** A link if the operator configured one; otherwise an icon hidden from assistive technology. */
function Social({ url, name, icon }: { url: string | null; name: string; icon: string }) {
  if (!url) {
    return (
      <li aria-hidden="true" className="grid size-11 place-items-center">
        <FooterIcon name={icon} size={20} />
      </li>
    );
  }
  return (
    <li>
      <a
        href={url}
        aria-label={name}
        rel="noreferrer"
        className="grid size-11 place-items-center transition-colors hover:text-ink"
      >
        <FooterIcon name={icon} size={20} />
      </a>
    </li>
  );
}
