import { useShop } from "#web/platform/root-data.ts";

/** What happens after a car is listed. */
export function SellingSteps() {
  const { bookingHoldHours } = useShop();
  const steps = [
    {
      title: "List it",
      text: "Sign up as a seller, add photos, and set your own price. Buyers see it at once.",
    },
    {
      title: "A buyer books it",
      text: `A booking reserves the car for ${bookingHoldHours} hours, until the buyer pays by card.`,
    },
    {
      title: "Hand it over",
      text: "You get the buyer's contact details once they have paid, and agree on a time.",
    },
  ];
  return (
    <section aria-labelledby="selling-steps" className="mt-16 md:mt-20">
      <h2 id="selling-steps" className="display text-3xl">
        What happens next
      </h2>
      <ol className="mt-6 grid gap-x-12 gap-y-8 border-t border-line pt-6 md:grid-cols-3">
        {steps.map(({ title, text }, at) => (
          <li key={title}>
            <p aria-hidden="true" className="display text-2xl text-brass-ink">
              {at + 1}
            </p>
            <h3 className="mt-2 font-medium">{title}</h3>
            <p className="mt-1 text-muted">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
