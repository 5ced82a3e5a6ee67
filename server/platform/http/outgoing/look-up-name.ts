import type { lookup, LookupAddress } from "node:dns";
import { Resolver } from "node:dns/promises";

type Patience = {
  /** DNS servers, for tests. */
  servers?: string[];
  /** Milliseconds of the first try. Later ones take longer. */
  timeout: number;
  tries: number;
};
const patience: Patience = { timeout: 3_000, tries: 2 };

/**
 * Resolves names that someone gave us, like `dns.lookup`, but asks the DNS servers itself: the system's call takes one of
 * the few threads that also read and write files, for as long as the servers of a name do not answer. Names of /etc/hosts
 * are not known.
 */
export function createNameLookup({ servers, ...limits }: Patience = patience): typeof lookup {
  const resolve = async (name: string): Promise<LookupAddress[]> => {
    // A new one each time, because it reads the system's servers once.
    const resolver = new Resolver(limits);
    if (servers) resolver.setServers(servers);
    const [four, six] = await Promise.allSettled([
      resolver.resolve4(name),
      resolver.resolve6(name),
    ]);
    if (four.status === "rejected" && six.status === "rejected") throw four.reason as Error;
    return [...addressesOf(four, 4), ...addressesOf(six, 6)];
  };
  return ((
    name: string,
    _: object,
    done: (error: Error | null, addresses: LookupAddress[]) => void,
  ) =>
    void resolve(name).then(
      (addresses) => done(null, addresses),
      (error: Error) => done(error, []),
    )) as unknown as typeof lookup;
}

const addressesOf = (answer: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] =>
  answer.status === "rejected" ? [] : answer.value.map((address) => ({ address, family }));
