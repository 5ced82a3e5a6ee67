import { EmailSection } from "#web/account-settings/email-section.tsx";
import { GoogleSection } from "#web/account-settings/google-section.tsx";
import { PageHeading } from "#web/dashboard/page-heading.tsx";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { useSession } from "#web/session/use-session.ts";
import type { Route } from "./+types/account";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "Your account");

export default function AccountPage() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <>
      <PageHeading title="Your account" />
      <EmailSection user={user} />
      <GoogleSection user={user} />
    </>
  );
}
