import {
  type FocusEvent,
  type FormEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { TestCard } from "#shared/payments/test-cards.ts";
import { useUnmountSignal } from "#web/platform/use-unmount-signal.ts";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { formatCardNumber, formatCvc, formatExpiry, retype } from "./card-format.ts";
import type { CardFormProps, CardOutcome } from "./card-payment.ts";
import { type CardFieldErrors, type CardFields, checkCard, readCard } from "./check-card.ts";
import { simulatorCalls } from "./simulator-calls.ts";
import { TestCardList } from "./test-card-list.tsx";

const names = ["number", "expiry", "cvc"] as const;
type Name = (typeof names)[number];

/**
 * Card fields for the simulator. They have no name, so no form can submit them, and values are stored only in the
 * fields.
 */
export function SimulatorCardForm({ intent, billing, onReady, children }: CardFormProps) {
  const { inputProps, complete, fill } = useCardInputs();
  const { name, email } = billing;
  const signal = useUnmountSignal();
  const calls = useMemo(
    () => simulatorCalls(intent.publishableKey, intent.clientSecret),
    [intent.publishableKey, intent.clientSecret],
  );

  const pay = useCallback(async (): Promise<CardOutcome> => {
    const card = complete();
    if (!card) return { kind: "incomplete" };
    const returnUrl = `${window.location.origin}${window.location.pathname}`;
    const outcome = await calls.pay(card, { name, email }, returnUrl, () => signal().aborted);
    if (outcome.kind !== "challenge") return outcome;
    window.location.assign(outcome.url);
    return { kind: "leaving" };
  }, [calls, complete, name, email, signal]);

  useEffect(() => {
    onReady({ pay, look: calls.look });
    return () => onReady(null);
  }, [onReady, pay, calls]);

  return (
    <>
      <TextField
        label="Card number"
        autoComplete="cc-number"
        placeholder="1234 1234 1234 1234"
        {...inputProps("number", formatCardNumber)}
      />
      <div className="grid grid-cols-2 items-start gap-5">
        <TextField
          label="Expiration date"
          autoComplete="cc-exp"
          placeholder="MM / YY"
          {...inputProps("expiry", formatExpiry)}
        />
        <TextField
          label="Security code (CVC)"
          autoComplete="cc-csc"
          placeholder="123"
          {...inputProps("cvc", formatCvc)}
        />
      </div>
      {children}
      <TestCardList onChoose={fill} />
    </>
  );
}

/** The card inputs with their errors. */
function useCardInputs() {
  const inputs = useRef<Record<Name, HTMLInputElement | null>>({
    number: null,
    expiry: null,
    cvc: null,
  });
  const [errors, setErrors] = useState<CardFieldErrors>({});

  /** The card, or null after showing what is missing or wrong. */
  const complete = useCallback(() => {
    const typed = read(inputs.current);
    const wrong = checkCard(typed, new Date());
    setErrors(wrong);
    const first = names.find((field) => wrong[field]);
    if (!first) return readCard(typed);
    inputs.current[first]?.focus();
    return null;
  }, []);

  function setError(field: Name, error: string | undefined) {
    setErrors((others) => ({ ...others, [field]: error }));
  }

  /** Validates a non-empty field on blur. A message that comes or goes would move a button from under the pointer. */
  function check(field: Name, { relatedTarget }: FocusEvent) {
    const typed = read(inputs.current);
    if (typed[field] === "" || relatedTarget instanceof HTMLButtonElement) return;
    setError(field, checkCard(typed, new Date())[field]);
  }

  function fill(card: TestCard) {
    const values: CardFields = {
      number: formatCardNumber(card.number),
      expiry: `12 / ${String(new Date().getFullYear() + 4).slice(2)}`,
      cvc: card.brand === "amex" ? "1234" : "123",
    };
    for (const field of names) write(inputs.current[field]!, values[field]);
    setErrors({});
  }

  const inputProps = (field: Name, format: (digits: string) => string) => ({
    ref: (input: HTMLInputElement | null) => {
      inputs.current[field] = input;
    },
    onInput: (event: FormEvent<HTMLInputElement>) => {
      reformat(event, format);
      if (errors[field]) setError(field, undefined);
    },
    onBlur: (event: FocusEvent) => check(field, event),
    error: errors[field],
    inputMode: "numeric" as const,
    required: true,
    spellCheck: false,
  });

  return { inputProps, complete, fill };
}

function read(inputs: Record<Name, HTMLInputElement | null>): CardFields {
  return {
    number: inputs.number?.value ?? "",
    expiry: inputs.expiry?.value ?? "",
    cvc: inputs.cvc?.value ?? "",
  };
}

/** Reformats a field without moving the caret away from the cursor position. */
function reformat(event: FormEvent<HTMLInputElement>, format: (digits: string) => string) {
  const input = event.currentTarget;
  const kind = (event.nativeEvent as InputEvent).inputType ?? "";
  const deleted = kind.startsWith("delete")
    ? kind.endsWith("Forward")
      ? "forward"
      : "backward"
    : null;
  const typed = { value: input.value, caret: input.selectionStart ?? input.value.length };
  const { value, caret } = retype(typed, input.dataset.before ?? "", format, deleted);
  write(input, value);
  if (document.activeElement === input) input.setSelectionRange(caret, caret);
}

/** The previous value tells whether the next key deletes a digit or a separator. */
function write(input: HTMLInputElement, value: string) {
  input.value = value;
  input.dataset.before = value;
}
