import type { ReactNode } from "react";
import { Form, useLocation } from "react-router";
import { keepPageParameters } from "#web/platform/page-parameters.ts";
import type { DialogName } from "./use-dialog-param.ts";

/** Opens a dialog through the URL, so it works without JavaScript. Keeps the other page parameters. */
export function DialogOpener({
  dialog,
  productId,
  className,
  children,
}: {
  dialog: DialogName;
  productId: string;
  className?: string;
  children: ReactNode;
}) {
  const { pathname, search } = useLocation();
  const kept = [...keepPageParameters(new URLSearchParams(search))].filter(
    ([name]) => name !== "book" && name !== "report",
  );
  return (
    <Form
      method="get"
      action={pathname}
      preventScrollReset
      data-opens={`${dialog}:${productId}`}
      className={className}
    >
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name={dialog} value={productId} />
      {children}
    </Form>
  );
}
