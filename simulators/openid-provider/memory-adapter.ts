import type { Adapter, AdapterPayload } from "oidc-provider";

type Entry = { payload: AdapterPayload; until: number };

/** Beyond this number, the oldest entries are deleted. */
const maximumEntries = 5_000;

/**
 * In-memory storage for sign-ins in progress: codes, grants and sessions of at most ten minutes. A restart loses them.
 * Subjects are not stored, because they are derived from the email.
 */
export function memoryAdapter(): (model: string) => Adapter {
  const entries = new Map<string, Entry>();

  const get = (key: string) => {
    const entry = entries.get(key);
    if (entry && entry.until > Date.now()) return entry.payload;
    entries.delete(key);
    return undefined;
  };
  const findBy = (model: string, matches: (payload: AdapterPayload) => boolean) =>
    [...entries.keys()]
      .filter((key) => key.startsWith(`${model}:`))
      .map(get)
      .find((payload) => payload !== undefined && matches(payload));

  return (model) => ({
    upsert(id, payload, expiresIn) {
      entries.set(`${model}:${id}`, { payload, until: Date.now() + (expiresIn || 600) * 1_000 });
      if (entries.size > maximumEntries) entries.delete(entries.keys().next().value ?? "");
      return Promise.resolve();
    },
    find: (id) => Promise.resolve(get(`${model}:${id}`)),
    findByUid: (uid) => Promise.resolve(findBy(model, (payload) => payload.uid === uid)),
    findByUserCode: () => Promise.resolve(undefined),
    consume(id) {
      const payload = get(`${model}:${id}`);
      if (payload) payload.consumed = Math.floor(Date.now() / 1_000);
      return Promise.resolve();
    },
    destroy(id) {
      entries.delete(`${model}:${id}`);
      return Promise.resolve();
    },
    revokeByGrantId(grantId) {
      for (const [key, { payload }] of entries)
        if (payload.grantId === grantId) entries.delete(key);
      return Promise.resolve();
    },
  });
}
