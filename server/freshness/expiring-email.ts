import { dateFormat } from "#shared/dates/date-format.ts";
import { isolate } from "#shared/text/isolate.ts";
import type { Deps } from "#server/deps.ts";
import { emailPicture, writeEmail, type NewEmail } from "#server/email/public.ts";
import { shopAddress } from "#server/platform/config/config.ts";
import { confirmationPath, confirmationToken } from "./confirm-by-link.ts";

const day = dateFormat({ dateStyle: "long", timeZone: "UTC" });
/** Cars that the email names. The others are counted, and on the link's page. */
const mostNamed = 10;

type Expiring = {
  seller: { id: string; name: string };
  /** The cars that end on the same day. */
  cars: readonly { name: string; image: string }[];
  /** Days until they go off sale. */
  before: number;
};

/** The email that asks a seller to confirm cars before they go off sale. */
export function expiringEmail(
  deps: Pick<Deps, "config" | "identity">,
  { seller, cars, before }: Expiring,
  now: Date,
): Pick<NewEmail, "subject" | "text" | "html"> {
  const { config } = deps;
  const isOne = cars.length === 1;
  const url = shopAddress(config) + confirmationPath(confirmationToken(deps, seller.id, now));
  const end = day(new Date(now.getTime() + before * 86_400_000).toISOString());
  const others = cars.length - mostNamed;
  const named = cars
    .slice(0, mostNamed)
    .map((car) => isolate(car.name))
    .join(", ");
  return {
    subject: isOne
      ? `Still for sale? ${isolate(cars[0]!.name)}`
      : `Still for sale? ${cars.length} of your cars`,
    ...writeEmail(config, {
      heading: isOne ? "Is your car still for sale?" : "Are your cars still for sale?",
      greeting: seller.name,
      picture: isOne ? emailPicture(config, cars[0]!) : undefined,
      paragraphs: [
        `${named}${others > 0 ? ` and ${others} more` : ""}`,
        `Cars that are not confirmed for ${config.LISTING_LIFETIME_DAYS} days go off sale, so that buyers find only cars that they can have. ${isOne ? "This one goes" : "These go"} off sale on ${end}${before === 1 ? ", and this is the last reminder" : ""}.`,
      ],
      link: { label: isOne ? "Confirm this car" : "Confirm these cars", url },
      note: "You need not sign in. You can also confirm cars under My Products. Changing a car or its price, or a sync of your feed, confirms it too.",
      noteLinks: [{ label: "My Products", url: `${shopAddress(config)}/dashboard/myproduct` }],
    }),
  };
}
