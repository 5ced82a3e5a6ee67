import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { dateFormat } from "#shared/dates/date-format.ts";
import type { OutboxEmail } from "#shared/email/outbox-contract.ts";
import { EmailFrame } from "./email-frame.tsx";

/** One email in the outbox: summary visible; as the recipient sees it, and its plain text, on request. */
export function EmailEntry({ mail }: { mail: OutboxEmail }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li>
      <details className="group" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary className="flex list-none items-baseline gap-4 py-5 [&::-webkit-details-marker]:hidden">
          <ChevronRight
            aria-hidden="true"
            size={18}
            strokeWidth={1.5}
            className="shrink-0 self-center text-muted transition-transform group-open:rotate-90"
          />
          <span className="min-w-0 flex-1 md:grid md:grid-cols-[1fr_auto] md:gap-x-8">
            <span className="block text-lg font-medium wrap-anywhere">{mail.subject}</span>
            <Moment at={mail.createdAt} />
            <span className="block text-sm text-muted wrap-anywhere">{`to ${mail.to}${mail.sentAt ? ", sent" : ""}`}</span>
          </span>
        </summary>
        <div className="mb-8 grid gap-8 lg:ms-8.5 lg:grid-cols-[minmax(0,40rem)_minmax(0,1fr)]">
          <section>
            <h2 className="mb-2 text-sm text-muted">As it arrives</h2>
            {isOpen && <EmailFrame subject={mail.subject} html={mail.html} />}
          </section>
          <section>
            <h2 className="mb-2 text-sm text-muted">Plain text</h2>
            <p className="max-w-prose border-t border-brass pt-4 text-sm whitespace-pre-wrap wrap-anywhere">
              <TextWithLinks text={mail.text} />
            </p>
          </section>
        </div>
      </details>
    </li>
  );
}

const formatTime = dateFormat({ dateStyle: "medium", timeStyle: "short" });

function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} className="block text-sm whitespace-nowrap text-muted">
      {formatTime(at)}
    </time>
  );
}

const address = /(https?:\/\/[^\s<>"]+)/;

// Email programs turn URLs into links; so do we.
function TextWithLinks({ text }: { text: string }) {
  return text.split(address).map((part, index) =>
    address.test(part) ? (
      <a key={index} href={part} className="text-link">
        {part}
      </a>
    ) : (
      part
    ),
  );
}
