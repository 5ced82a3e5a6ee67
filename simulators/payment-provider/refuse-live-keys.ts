const live = /^(sk|pk|rk)_live_/;
const test = /^(sk|pk|rk)_test_/;

/** Throws unless both keys are keys of test mode: the simulator must never stand where money is real. */
export function refuseLiveKeys(keys: { secretKey: string; publishableKey: string }): void {
  for (const [name, key] of Object.entries(keys)) {
    if (live.test(key))
      throw new Error(`The payment simulator does not start with a live key (${name}).`);
    if (!test.test(key))
      throw new Error(
        `The payment simulator takes keys of test mode, such as sk_test_… (${name}).`,
      );
  }
}
