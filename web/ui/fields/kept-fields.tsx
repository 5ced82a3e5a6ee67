import { useEffect, useRef } from "react";
import { useDraft, useDraftKeeper } from "#web/platform/use-draft.ts";

type FormField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type Values = Record<string, string | boolean>;

/**
 * Inside a form or dialog: what was typed there is still there after the user was signed out meanwhile and has signed in
 * again. Never passwords, codes, card data or files.
 */
export function KeptFields({ name }: { name: string }) {
  const marker = useRef<HTMLSpanElement>(null);
  /** The values before the user changed any. */
  const initial = useRef<Values | null>(null);
  const { draft } = useDraft<Values>(name);
  const firstDraft = useRef(draft);
  const root = useRef<Element | null>(null);
  const keep = useDraftKeeper(name, () => changedValues(root.current, initial.current));
  const keepNow = useRef(keep);

  useEffect(() => {
    const form = marker.current?.closest("form, [role=dialog], [role=alertdialog]") ?? null;
    if (form === null) return;
    root.current = form;
    // After the form has filled in its own values.
    const start = setTimeout(() => {
      initial.current = valuesOf(form);
      if (firstDraft.current) restore(form, firstDraft.current.value);
    });
    const listen = () => keepNow.current();
    const events = ["change", "submit", "click"];
    for (const event of events) form.addEventListener(event, listen, true);
    return () => {
      clearTimeout(start);
      for (const event of events) form.removeEventListener(event, listen, true);
    };
  }, []);
  return <span ref={marker} hidden />;
}

const keptTypes = new Set(
  "text,search,tel,url,email,number,date,checkbox,radio,textarea,select-one".split(","),
);

function isKept(field: FormField): boolean {
  const isReadOnly = !(field instanceof HTMLSelectElement) && field.readOnly;
  if (isReadOnly || field.disabled || !keptTypes.has(field.type)) return false;
  // Also an address with a password in it: "ftp://user:password@host".
  return !/^cc-|password|one-time-code/.test(field.autocomplete) && !/\/\/[^/]*@/.test(field.value);
}

function fieldsOf(root: Element): [string, FormField][] {
  const fields = root.querySelectorAll<FormField>("input, textarea, select");
  return [...fields].map((field, at) => [`${at} ${field.name}`, field]);
}

function isChoice(field: FormField): field is HTMLInputElement {
  return field.type === "checkbox" || field.type === "radio";
}

function valuesOf(root: Element): Values {
  return Object.fromEntries(
    fieldsOf(root)
      .filter(([, field]) => isKept(field))
      .map(([key, field]) => [key, isChoice(field) ? field.checked : field.value]),
  );
}

function changedValues(root: Element | null, initial: Values | null): Values | null {
  if (root === null || initial === null) return null;
  const changed = Object.entries(valuesOf(root)).filter(([key, value]) => initial[key] !== value);
  return changed.length > 0 ? Object.fromEntries(changed) : null;
}

function restore(root: Element, values: Values): void {
  for (const [key, field] of fieldsOf(root)) {
    const value = values[key];
    if (value === undefined || !isKept(field)) continue;
    if (isChoice(field)) {
      if (value === true && !field.checked) field.click();
      if (value === false && field.checked && field.type === "checkbox") field.click();
    } else if (typeof value === "string" && field.value !== value) type(field, value);
  }
}

/** As if it was typed, so that the form hears of it: React replaces the setter of the element itself. */
function type(field: FormField, value: string): void {
  const prototype = Object.getPrototypeOf(field) as object;
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  if (field instanceof HTMLSelectElement)
    field.dispatchEvent(new Event("change", { bubbles: true }));
}
