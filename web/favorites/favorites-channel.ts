const channelName = "favorites";

/** Tells the shop's other tabs that the account's favorites changed. */
export function tellOtherTabs(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage("changed");
  channel.close();
}

/** Calls back when another tab has changed the account's favorites. @returns a function that stops it */
export function onChangeElsewhere(listener: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = listener;
  return () => channel.close();
}
