import { wallClock } from "#server/identity/pad-response-time.ts";
import { passwordCost } from "#server/identity/passwords/password-hash.ts";

const production = { cost: { ...passwordCost }, wait: wallClock.wait };
const cheap = {
  cost: { memoryCost: 64, timeCost: 1, parallelism: 1 },
  wait: () => Promise.resolve(),
};

function apply({ cost, wait }: { cost: typeof passwordCost; wait: typeof wallClock.wait }): void {
  Object.assign(passwordCost, cost);
  wallClock.wait = wait;
}

/** From here on, hashing a password takes about a millisecond and a refused sign-in answers at once. */
export function makeIdentityFast(): void {
  apply(cheap);
}

/** Runs `work` with the hashing cost and the response times of production. */
export async function withProductionIdentity<Result>(work: () => Promise<Result>): Promise<Result> {
  apply(production);
  try {
    return await work();
  } finally {
    apply(cheap);
  }
}
