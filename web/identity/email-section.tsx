import type { IdentityUser } from "./identity-client.ts";
import { Badge } from "#web/ui/badge.tsx";
import { PageSection } from "#web/ui/page-section.tsx";
import type { Elements } from "#web/ui/fields/elements.ts";

/** The sign-in email address and whether it is confirmed; `children` asks to confirm it. */
export function EmailSection({ user, children }: { user: IdentityUser; children: Elements }) {
  return (
    <PageSection title="Email" lead="You sign in with this address, and we send our emails to it.">
      <p className="flex flex-wrap items-center gap-3">
        <span className="wrap-anywhere">{user.email}</span>
        {user.emailVerified && <Badge tone="good">Confirmed</Badge>}
      </p>
      {children}
    </PageSection>
  );
}
