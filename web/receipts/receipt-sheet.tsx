import type { Receipt } from "#shared/receipts/receipt-contract.ts";
import { receiptDay, receiptMoment } from "#shared/receipts/receipt-format.ts";
import { Price } from "#web/ui/price.tsx";

/** A receipt for screen and print. */
export function ReceiptSheet({ receipt }: { receipt: Receipt }) {
  const { currency } = receipt;
  return (
    <div className="max-w-3xl">
      <p className="display text-3xl wrap-anywhere md:text-4xl">{receipt.item}</p>
      <p className="mt-8 text-muted">
        Paid by card on <time dateTime={receipt.issuedAt}>{receiptDay(receipt.issuedAt)}</time>
      </p>
      <Price
        amount={receipt.amountPaid}
        currency={currency}
        className="display text-5xl text-action-ink md:text-6xl"
      />

      <dl className="mt-10 grid gap-x-10 gap-y-6 sm:grid-cols-2">
        <Party label="Seller" party={receipt.seller} />
        <Party label="Buyer" party={receipt.buyer} />
      </dl>

      <dl className="mt-10 divide-y divide-line border-t border-b border-t-line border-b-brass">
        <Amount label="Price of the car" amount={receipt.price} currency={currency} />
        <Amount label="Paid by card" amount={receipt.amountPaid} currency={currency} />
        {receipt.amountRefunded > 0 && (
          <Amount label="Refunded" amount={receipt.amountRefunded} currency={currency} />
        )}
        <Amount
          label="Due to the seller at handover"
          amount={receipt.amountDueAtHandover}
          currency={currency}
        />
      </dl>

      <dl className="mt-10 grid gap-x-10 gap-y-2 text-sm sm:grid-cols-[auto_1fr]">
        <Fact label="Issued">{receiptMoment(receipt.issuedAt)}</Fact>
        <Fact label="Transaction ID">{receipt.transactionId}</Fact>
        <Fact label="Booking">{receipt.bookingId}</Fact>
        <Fact label="Received by">{`${receipt.shop}, for the seller`}</Fact>
      </dl>
    </div>
  );
}

function Party({ label, party }: { label: string; party: Receipt["seller"] }) {
  return (
    <div>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="wrap-anywhere">
        <bdi className="font-medium">{party.name}</bdi>
        <span className="block text-muted">{party.email}</span>
      </dd>
    </div>
  );
}

function Amount({ label, ...price }: { label: string; amount: number; currency: string }) {
  return (
    <div className="flex items-baseline justify-between gap-6 py-3">
      <dt>{label}</dt>
      <dd className="font-medium">
        <Price {...price} />
      </dd>
    </div>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="sm:col-span-2 sm:grid sm:grid-cols-subgrid">
      <dt className="text-muted">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
