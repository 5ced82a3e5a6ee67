import { useShop } from "#web/platform/root-data.ts";
import { FooterIcon } from "./footer-icon.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";

export function Footer() {
  const shop = useShop();
  return (
    <footer className="border-t border-line">
      <div className="measure py-16">
        <p className="display max-w-4xl text-[clamp(1.75rem,4vw,3.25rem)] tracking-normal">{`BROWSE ${shop.name} DATABASE OF NEW LUXURY CARS IN WORLD`}</p>
        <div className="mt-12 flex flex-wrap items-center justify-between gap-x-10 gap-y-6 border-t border-line pt-6 text-sm text-muted">
          <p>
            {shop.credit.url ? (
              <a href={shop.credit.url} className="text-link">
                {shop.credit.text}
              </a>
            ) : (
              shop.credit.text
            )}
          </p>
          <ul className="flex gap-2">
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
