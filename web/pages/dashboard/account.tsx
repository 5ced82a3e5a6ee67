import { BecomeSellerSection } from "#web/accounts/become-seller-section.tsx";
import { ContactSection } from "#web/accounts/contact-section.tsx";
import { DeletionSection } from "#web/accounts/deletion-section.tsx";
import { EmailSection } from "#web/identity/email-section.tsx";
import { GoogleSection } from "#web/identity/third-party/google-section.tsx";
import { ProfileSection } from "#web/accounts/profile-section.tsx";
import { OwnDataSection } from "#web/accounts/own-data-section.tsx";
import { PasskeysSection } from "#web/identity/passkeys/passkeys-section.tsx";
import { PasswordSection } from "#web/identity/passwords/password-section.tsx";
import { PurchasesSection } from "#web/receipts/purchases-section.tsx";
import { SessionsSection } from "#web/identity/sessions/sessions-section.tsx";
import { TwoFactorSection } from "#web/identity/two-factor/two-factor-section.tsx";
import { ConfirmEmailNote } from "#web/identity/confirm-email-note.tsx";
import { PageHeading } from "#web/ui/tables/page-heading.tsx";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { useShop } from "#web/platform/root-data.ts";
import { useSession } from "#web/identity/sessions/use-session.ts";
import { WithSectionLinks } from "#web/ui/section-links.tsx";
import type { Route } from "./+types/account";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "Your account");

// In the order they appear on the page.
const sectionTitles = [
  "Name and photo",
  "Phone and location",
  "Become a seller",
  "Purchases",
  "Email",
  "Password",
  "Two-factor authentication",
  "Passkeys",
  "Sign-in with Google",
  "Where you are signed in",
  "Your data",
  "Delete my account",
] as const;

type SectionTitle = (typeof sectionTitles)[number];

export default function AccountPage() {
  const { user, role } = useSession();
  const { googleSignIn } = useShop();
  if (!user) return null;
  const sells = role === "Seller";
  const buys = role === "Buyer";
  const missing: SectionTitle[] = [
    ...(sells ? [] : ["Phone and location" as const]),
    buys ? "Purchases" : "Become a seller",
    ...(googleSignIn ? [] : ["Sign-in with Google" as const]),
  ];
  return (
    <>
      <PageHeading title="Your account" />
      <WithSectionLinks titles={sectionTitles.filter((title) => !missing.includes(title))}>
        <ProfileSection user={user} sells={sells} />
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
      </WithSectionLinks>
    </>
  );
}
