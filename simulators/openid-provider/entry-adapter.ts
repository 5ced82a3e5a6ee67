import type { Adapter, AdapterPayload } from "oidc-provider";
import type { EntryStore } from "./entry-store.ts";

/** The library's storage: codes, grants and sessions of at most ten minutes. */
export function entryAdapter(entries: EntryStore): (model: string) => Adapter {
  return (model) => {
    const keyOf = (id: string) => `${model}:${id}`;
    return {
      upsert: (id, payload, expiresIn) =>
        entries.put(keyOf(id), payload, {
          seconds: expiresIn || 600,
          uid: payload.uid && keyOf(payload.uid),
          grantId: payload.grantId,
        }),
      find: (id) => entries.find(keyOf(id)) as Promise<AdapterPayload | undefined>,
      findByUid: (uid) => entries.findByUid(keyOf(uid)) as Promise<AdapterPayload | undefined>,
      findByUserCode: () => Promise.resolve(undefined),
      consume: (id) => entries.consume(keyOf(id)),
      destroy: (id) => entries.remove(keyOf(id)),
      revokeByGrantId: (grantId) => entries.removeByGrant(grantId),
    };
  };
}
