const name = "marque-payments";

/** Tells this browser's other tabs that something has happened to a booking's payment. */
export function tellOtherTabs(bookingId: string): void {
  if (typeof BroadcastChannel === "undefined") return;
  const channel = new BroadcastChannel(name);
  channel.postMessage(bookingId);
  channel.close();
}

/** Calls `listener` whenever another tab has told of a payment. @returns how to stop */
export function onPaymentElsewhere(listener: (bookingId: string) => void): () => void {
  if (typeof BroadcastChannel === "undefined") return () => undefined;
  const channel = new BroadcastChannel(name);
  channel.onmessage = (event: MessageEvent<string>) => listener(event.data);
  return () => channel.close();
}
