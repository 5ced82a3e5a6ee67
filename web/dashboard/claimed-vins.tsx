import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { VinClaim } from "#shared/car-history/vin-claim-contract.ts";
import { formatNumber } from "#shared/text/format-number.ts";
import { isolate } from "#shared/text/isolate.ts";
import { CarLink } from "#web/listings/card/car-link.tsx";
import {
  useDecideVinClaim,
  vinClaimsQuery,
  type ClaimState,
  type ClaimVerb,
} from "#web/moderation/vin-claim-queries.ts";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Day } from "#web/ui/tables/day.tsx";
import { PagedList } from "#web/ui/tables/paged-list.tsx";

/** For admins: cars with a VIN that another seller's car had before. */
export function ClaimedVins() {
  const [state, setState] = useState<ClaimState>("pending");
  const query = useInfiniteQuery(vinClaimsQuery(state));
  const decision = useDecideVinClaim();
  const heading = useRef<HTMLHeadingElement>(null);
  const other = state === "pending" ? "decided" : "pending";

  async function decide({ claim, status, listing }: VinClaim, verb: ClaimVerb) {
    const { modifiedCount, message } = await decision.mutateAsync({ claim, status, verb });
    const done = verb === "confirm" ? "confirmed" : "refused";
    announceOutcome(modifiedCount, message, `Claim of ${isolate(listing.name)} ${done}`);
    // The button leaves with its claim.
    heading.current?.focus();
  }

  return (
    <section aria-labelledby="claimed-vins" className="mt-14">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="claimed-vins" ref={heading} tabIndex={-1} className="display text-2xl">
          {state === "pending" ? "Claimed VINs" : "Decided claims"}
        </h2>
        <Button
          look="secondary"
          size="small"
          onClick={() => setState(other)}
        >{`Show ${other} claims`}</Button>
      </div>
      <p className="mt-2 text-muted">
        These cars have a VIN that another seller’s car had before. Once confirmed, both pages show
        the whole history. A refused car stays for sale with its own history.
      </p>
      <div className="mt-4">
        <PagedList query={query} empty={<NoClaims state={state} />}>
          {(claims) => (
            <ul className="divide-y divide-line border-y border-line">
              {claims.map((claim) => (
                <Claim
                  key={claim.claim}
                  claim={claim}
                  decidedAs={
                    decision.isPending && decision.variables.claim === claim.claim
                      ? decision.variables.verb
                      : null
                  }
                  onDecide={(verb) => void decide(claim, verb).catch(() => undefined)}
                />
              ))}
            </ul>
          )}
        </PagedList>
      </div>
    </section>
  );
}

function NoClaims({ state }: { state: ClaimState }) {
  return state === "pending" ? (
    <EmptyState title="No claimed VINs">
      Cars with a VIN that another seller’s car had before appear here.
    </EmptyState>
  ) : (
    <EmptyState title="No decided claims">
      Claims that an admin confirmed or refused appear here.
    </EmptyState>
  );
}

type ClaimProps = {
  claim: VinClaim;
  /** What is being sent. */
  decidedAs: ClaimVerb | null;
  onDecide: (verb: ClaimVerb) => void;
};

function Claim({ claim, decidedAs, onDecide }: ClaimProps) {
  const { status, listing, others, othersCount, decision } = claim;
  const button = (verb: ClaimVerb, label: string) => (
    <Button
      look="secondary"
      size="small"
      aria-label={`${label} the claim of ${isolate(listing.name)}`}
      busy={decidedAs === verb}
      disabled={decidedAs !== null}
      onClick={() => onDecide(verb)}
    >
      {label}
    </Button>
  );
  const more = othersCount - others.length;
  return (
    <li className="py-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="min-w-0 flex-1 basis-64">
          <span className="wrap-anywhere">{`VIN ${claim.vin},`}</span>{" "}
          <span className="text-muted">
            <span>claimed on</span> <Day at={claim.claimedAt} />
          </span>
        </p>
        <span className="flex flex-wrap gap-2">
          {status !== "confirmed" && button("confirm", "Confirm")}
          {status !== "refused" && button("refuse", "Refuse")}
        </span>
      </div>
      <div className="mt-3 grid gap-4 text-sm sm:grid-cols-2">
        <div className="min-w-0">
          <h3 className="text-muted">This car</h3>
          <Listing listing={listing} />
        </div>
        <div className="min-w-0">
          <h3 className="text-muted">Other sellers’ cars with this VIN</h3>
          <ul className="space-y-3">
            {others.map((other) => (
              <li key={other._id}>
                <Listing listing={other} />
                <span className="text-muted">
                  <span>since</span> <Day at={other.since} />
                </span>
              </li>
            ))}
          </ul>
          {more > 0 && <p className="mt-3 text-muted">{`${formatNumber(more)} more`}</p>}
        </div>
      </div>
      {decision && (
        <p className="mt-2 text-sm wrap-anywhere">
          <span>{decisionWords(claim)}</span> <Day at={decision.at} />
        </p>
      )}
    </li>
  );
}

function decisionWords({ status, decision }: VinClaim): string {
  const word = status === "confirmed" ? "Confirmed" : "Refused";
  return decision?.by
    ? `${word} by ${isolate(decision.by)} on`
    : "Was shown before claims were decided, confirmed on";
}

function Listing({ listing }: { listing: VinClaim["listing"] }) {
  const { name, sellerName, mileage, mileageUnit, isShown } = listing;
  const unit = mileageUnit === "km" ? "km" : "miles";
  return (
    <>
      <p className="wrap-anywhere">
        {isShown ? <CarLink car={listing} /> : <span>{`${name} (no longer shown)`}</span>}
      </p>
      <p className="wrap-anywhere text-muted">{sellerName}</p>
      <p>{mileage === null ? "No mileage" : `${formatNumber(mileage)} ${unit}`}</p>
    </>
  );
}
