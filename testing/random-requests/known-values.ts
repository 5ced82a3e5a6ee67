import { isKnown, type Known } from "./values.ts";

export type Account = { email: string; password: string; token: string; cookie: string };

// These calls take the ids of the same rows.
const sameRows = [
  ["listings", "products", "addproduct", "reportedProducts", "favorites"],
  ["users", "buyer", "seller"],
];
const mostKept = 200;

/** The resource of a path: "bookings" of /api/bookings/{id}. */
function resourceOf(path: string): string {
  const name = path.split("/")[2] ?? "";
  return sameRows.find((names) => names.includes(name))?.[0] ?? name;
}

/** Collects ids and cursors from answers, so that later requests reach rows that exist. */
export function createKnownValues() {
  const ids = new Map<string, string[]>();
  const cursors = new Map<string, string[]>();

  function add(to: Map<string, string[]>, key: string, value: string) {
    const list = to.get(key) ?? [];
    to.set(key, list);
    if (list.includes(value)) return;
    if (list.push(value) > mostKept) list.shift();
  }

  function collect(path: string, value: unknown): void {
    if (Array.isArray(value)) return value.slice(0, 20).forEach((one) => collect(path, one));
    if (typeof value !== "object" || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (typeof inner !== "string") collect(path, inner);
      else if (/cursor/i.test(key)) add(cursors, path, inner);
      else if (/^(_id|id|insertedId|intentId)$/.test(key)) add(ids, resourceOf(path), inner);
      else if (/^(productId|listingId)$/.test(key)) add(ids, "listings", inner);
      else if (key === "bookingId") add(ids, "bookings", inner);
    }
  }

  const pickFrom = (list: string[] | undefined, pick: number) =>
    list && list.length > 0 ? list[pick % list.length]! : undefined;
  const anyId = (pick: number) => pickFrom([...ids.values()].flat(), pick);

  /** An id that the path's own lists have shown, or any other id. */
  function idFor(path: string, pick: number): string {
    const own = pick % 8 === 0 ? undefined : pickFrom(ids.get(resourceOf(path)), pick >> 3);
    return own ?? anyId(pick) ?? "00000000-0000-4000-8000-000000000000";
  }

  function resolve(value: unknown, path: string, field: string, account?: Account): unknown {
    if (Array.isArray(value)) return value.map((one) => resolve(one, path, field, account));
    if (!isKnown(value)) {
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(
        Object.entries(value).map(([key, inner]) => [key, resolve(inner, path, key, account)]),
      );
    }
    return knownValue(value, path, field, account);
  }

  function knownValue({ valueKind, pick }: Known, path: string, field: string, account?: Account) {
    switch (valueKind) {
      case "id":
        if (/product|listing/i.test(field)) return idFor("/api/listings", pick);
        return idFor(/booking/i.test(field) ? "/api/bookings" : path, pick);
      case "cursor":
        return (
          pickFrom(cursors.get(path), pick) ?? pickFrom([...cursors.values()].flat(), pick) ?? "x"
        );
      case "email":
        return account && pick % 2 === 0 ? account.email : `user-${pick % 50}@random.example`;
      case "password":
        return account && pick % 2 === 0 ? account.password : `Passw0rd!${pick}`;
    }
  }
  return { collect, resolve, idFor };
}

export type KnownValues = ReturnType<typeof createKnownValues>;
