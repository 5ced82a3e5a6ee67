/** The person an email goes to. */
export type Addressee = { name: string; email: string; isConfirmed: boolean };

/**
 * The name an email greets its reader with. Anyone can sign up with another person's address, and with any words as the
 * name: until the address is confirmed, null.
 */
export function greetingOf({ name, isConfirmed }: Addressee): string | null {
  return isConfirmed ? name : null;
}
