import type { ComponentProps, SubmitEvent } from "react";
import { useLocation, useNavigate } from "react-router";
import { keepPageParameters } from "#web/platform/page-parameters.ts";
import { dialogNames, type DialogName } from "./use-dialog-param.ts";
import type { Elements } from "#web/ui/fields/elements.ts";

/**
 * Around buttons that open dialogs: they do it through the URL, so they work without JavaScript. Keeps the other page
 * parameters.
 */
export function DialogForm({ className, children }: { className?: string; children: Elements }) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const parameters = keepPageParameters(new URLSearchParams(search));
  for (const name of dialogNames) parameters.delete(name);
  return (
    <form
      action={pathname}
      onSubmit={(event) => {
        event.preventDefault();
        void navigate({ pathname, search: submitted(event) }, { preventScrollReset: true });
      }}
      className={className}
    >
      {[...parameters].map(([name, value]) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}

/** What the browser would send: the fields and the button that was pressed. */
function submitted({ currentTarget, nativeEvent }: SubmitEvent<HTMLFormElement>): string {
  const data = new FormData(currentTarget, nativeEvent.submitter);
  return new URLSearchParams([...data].map(([name, value]) => [name, String(value)])).toString();
}

/** A button in a `DialogForm` that opens a dialog about a car. */
export function DialogButton({
  dialog,
  productId,
  ...button
}: { dialog: DialogName; productId: string } & Omit<ComponentProps<"button">, "name" | "value">) {
  return (
    <button name={dialog} value={productId} data-opens={`${dialog}:${productId}`} {...button} />
  );
}
