import { useQuery } from "@tanstack/react-query";
import { factorsQuery } from "./security-queries.ts";

/** Says before it happens that the user's API keys end too. Empty for users without keys. */
export function EndedKeysNote() {
  const keys = useQuery(factorsQuery).data?.apiKeys ?? 0;
  if (keys === 0) return null;
  return <p>{`This also ends your ${keys === 1 ? "API key" : `${keys} API keys`}.`}</p>;
}
