import type { ApiKeyScope } from "#shared/api-keys/api-key-contract.ts";

/** What each scope allows, for sellers. */
export const scopeWords: Record<ApiKeyScope, string> = {
  "stock:read": "Read your cars",
  "stock:write": "Add, change, advertise and delete your cars",
  "feeds:write": "Send and apply your feeds",
};
