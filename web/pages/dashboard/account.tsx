import {
  accountSections,
  type AccountSectionTitle,
} from "#web/account-settings/account-sections.ts";
import { BecomeSellerSection } from "#web/account-settings/become-seller-section.tsx";
import { ContactSection } from "#web/account-settings/contact-section.tsx";
import { DeletionSection } from "#web/account-settings/deletion-section.tsx";
import { EmailSection } from "#web/account-settings/email-section.tsx";
import { GoogleSection } from "#web/account-settings/google-section.tsx";
import { NameSection } from "#web/account-settings/name-section.tsx";
import { OwnDataSection } from "#web/account-settings/own-data-section.tsx";
import { PasskeysSection } from "#web/account-settings/passkeys-section.tsx";
import { PasswordSection } from "#web/account-settings/password-section.tsx";
import { PurchasesSection } from "#web/dashboard/purchases-section.tsx";
import { SectionList } from "#web/account-settings/section-list.tsx";
import { SessionsSection } from "#web/account-settings/sessions-section.tsx";
import { TwoFactorSection } from "#web/account-settings/two-factor-section.tsx";
import { ConfirmEmailNote } from "#web/accounts/confirm-email-note.tsx";
import { PageHeading } from "#web/dashboard/page-heading.tsx";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { useShop } from "#web/platform/root-data.ts";
import { useSession } from "#web/session/use-session.ts";
import type { Route } from "./+types/account";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "Your account");

export default function AccountPage() {
  const { user, role } = useSession();
  const { googleSignIn } = useShop();
  if (!user) return null;
  const sells = role === "Seller";
  const buys = role === "Buyer";
  const missing: AccountSectionTitle[] = [
    ...(sells ? [] : ["Phone and location" as const]),
    buys ? "Purchases" : "Become a seller",
    ...(googleSignIn ? [] : ["Sign-in with Google" as const]),
  ];
  return (
    <>
      <PageHeading title="Your account" />
      <SectionList titles={accountSections.filter((title) => !missing.includes(title))} />
      <NameSection user={user} />
      {sells && <ContactSection />}
      {buys ? <BecomeSellerSection user={user} /> : <PurchasesSection />}
      <EmailSection user={user}>
        <ConfirmEmailNote user={user} />
      </EmailSection>
      <PasswordSection user={user} />
      <TwoFactorSection />
      <PasskeysSection />
      <GoogleSection user={user} />
      <SessionsSection />
      <OwnDataSection />
      <DeletionSection user={user} />
    </>
  );
}
