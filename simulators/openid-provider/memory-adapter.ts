import type { Adapter, AdapterPayload } from "oidc-provider";

type Entry = { payload: AdapterPayload; until: number };

/** Entries kept at most; beyond it the oldest go. */
const most = 5_000;

/**
 * What the provider keeps of sign-ins that are under way: codes, grants and sessions of ten minutes at most, in this
 * process. A restart loses them, and whoever was half way begins again; the shop's accounts hang on people's subjects,
 * which are not kept but computed.
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
      if (entries.size > most) entries.delete(entries.keys().next().value ?? "");
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
