import { deviceStorage, tabStorage } from "./browser-storage.ts";

/**
 * What users have typed into forms and not sent yet, in this browser. A draft belongs to an account: it is removed when it
 * was sent or thrown away, when the user signs out, and when another account signs in.
 */
export type Draft<Value> = { value: Value; savedAt: number };

const prefix = "draft.";
const longestLife = 7 * 86_400_000;
const storages = [tabStorage, deviceStorage];

const keyOf = (account: string, name: string) => `${prefix}${account}.${name}`;

/** The draft of a form. That of this tab comes first. */
export function readDraft<Value>(account: string, name: string): Draft<Value> | null {
  for (const storage of storages) {
    const draft = parse<Value>(storage.read(keyOf(account, name)));
    if (draft && Date.now() - draft.savedAt < longestLife) return draft;
  }
  return null;
}

/** Keeps a draft in this tab, and also on the device, where it outlives a crash. */
export function writeDraft(account: string, name: string, value: unknown, isOnDevice: boolean) {
  const text = JSON.stringify({ value, savedAt: Date.now() });
  tabStorage.write(keyOf(account, name), text);
  if (isOnDevice) deviceStorage.write(keyOf(account, name), text);
}

export function dropDraft(account: string, name: string): void {
  for (const storage of storages) storage.write(keyOf(account, name), null);
}

/** Removes every draft, or those of all other accounts. */
export function dropDrafts({ except = null }: { except?: string | null } = {}): void {
  for (const storage of storages)
    for (const key of storage.keys()) {
      const isKept = except !== null && key.startsWith(keyOf(except, ""));
      if (key.startsWith(prefix) && !isKept) storage.write(key, null);
    }
}

function parse<Value>(text: string | null): Draft<Value> | null {
  try {
    return JSON.parse(text ?? "null") as Draft<Value> | null;
  } catch {
    return null;
  }
}
