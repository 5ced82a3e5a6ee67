import type { Make } from "#shared/makes/all-makes.ts";
import { findModel } from "#shared/makes/find-model.ts";
import { ofEachMake } from "#shared/makes/sold-makes.ts";
import { rememberResults } from "#server/platform/remember-results.ts";

const usualModels = ofEachMake((make) =>
  rememberResults((text) => findModel(make, text)?.facts.model ?? text, 5_000),
);

/** The model's usual name: sellers also write "a4" or "C-Klasse". An unknown model keeps its text. */
export function usualModel(make: Make, model: string | null): string | null {
  const text = model?.trim();
  return text ? usualModels[make](text) : null;
}
