import { useShop } from "#web/platform/root-data.ts";
import { LinkButton } from "#web/ui/link-button.tsx";

const steps = [
  {
    title: "Submit vehicle details",
    text: "Make, model, year, mileage and a few honest photos. It takes about five minutes.",
  },
  {
    title: "Get a cash offer",
    text: "We send you an offer. It is valid 7 days or 100 miles, whichever comes first.",
  },
  {
    title: "We pick up the vehicle",
    text: "Tell us where and when, and a carrier picks it up at your home.",
  },
  {
    title: "Payment arrives",
    text: "We pay by wire or ACH once the paperwork is signed.",
  },
] as const;

/** How to sell a car, in four steps. */
export function HowItWorks() {
  const { phone, phoneLink } = useShop();
  // Without a link, the number is a text.
  const dial = phoneLink ?? undefined;
  return (
    <section aria-labelledby="how-it-works" className="mt-16 md:mt-24">
      <div className="measure">
        <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[5fr_7fr]">
          <div className="self-start lg:sticky lg:top-28">
            <h2 id="how-it-works" className="display text-4xl md:text-5xl">
              How it works
            </h2>
            <p className="mt-5 max-w-[42ch] text-lg text-muted">
              Selling a car should take less time than washing it. Four steps, one phone number:{" "}
              <a href={dial} className="text-link whitespace-nowrap">
                {phone}
              </a>
              .
            </p>
          </div>
          <ol className="border-t border-brass">
            {steps.map((step, at) => (
              <li
                key={step.title}
                className="grid grid-cols-[3rem_1fr] border-b border-line py-6 md:grid-cols-[5rem_1fr]"
              >
                <span aria-hidden="true" className="display text-3xl text-brass-ink">
                  {at + 1}
                </span>
                <div>
                  <h3 className="display text-2xl">{step.title}</h3>
                  <p className="mt-2 max-w-[52ch] text-muted">{step.text}</p>
                </div>
              </li>
            ))}
          </ol>
        </div>
      </div>
      <div className="mt-16 bg-banner text-on-stage md:mt-20">
        <div className="measure flex flex-wrap items-center justify-between gap-x-12 gap-y-8 py-16 md:py-20">
          <h2 className="display max-w-[14ch] text-4xl md:text-6xl">
            Ready To Sell Your Supercar?
          </h2>
          <div className="flex flex-wrap items-center gap-x-8 gap-y-4">
            <LinkButton
              to="/sell"
              look="bare"
              className="bg-on-stage whitespace-normal text-banner hover:bg-white focus-visible:outline-on-stage"
            >
              Start with your car's details
            </LinkButton>
            <a
              href={dial}
              className="inline-flex min-h-12 items-center border-b border-film-line hover:border-current focus-visible:outline-on-stage"
            >
              {`Call ${phone}`}
            </a>
          </div>
        </div>
      </div>
    </section>
  );
}
