import { useSyncExternalStore } from "react";

export type Toast = {
  id: string;
  kind: "success" | "error";
  message: string;
  /** False while it fades out. */
  isVisible: boolean;
};

/** Milliseconds that a toast stays (docs/specification.md, "Interface constants"). */
const lives = { success: 2_000, error: 4_000 };
/** Milliseconds until a faded toast is removed. */
const fadeTime = 1_000;
const most = 20;

const none: readonly Toast[] = [];
let toasts = none;
let isPaused = false;
const timers = new Map<string, ReturnType<typeof setTimeout>>();
/** When each visible toast ends, or the milliseconds it has left while they are paused. */
const ends = new Map<string, number>();
const listeners = new Set<() => void>();

function update(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function later(id: string, delay: number, run: () => void): void {
  clearTimeout(timers.get(id));
  timers.set(id, setTimeout(run, delay));
}

function runUntilEnd(id: string, left: number): void {
  ends.set(id, Date.now() + left);
  later(id, left, () => fade(id));
}

function fade(id: string): void {
  ends.delete(id);
  update(toasts.map((toast) => (toast.id === id ? { ...toast, isVisible: false } : toast)));
  later(id, fadeTime, () => remove(id));
}

function remove(id: string): void {
  timers.delete(id);
  update(toasts.filter((toast) => toast.id !== id));
}

/** Shows a toast. The same message again renews the visible toast instead of adding another. @returns its id */
function show(kind: Toast["kind"], message: string): string {
  const id = `${kind}: ${message}`;
  const toast: Toast = { id, kind, message, isVisible: true };
  const isShown = toasts.some((other) => other.id === id);
  const all = isShown
    ? toasts.map((other) => (other.id === id ? toast : other))
    : [toast, ...toasts];
  for (const { id: dropped } of all.slice(most)) {
    clearTimeout(timers.get(dropped));
    timers.delete(dropped);
    ends.delete(dropped);
  }
  update(all.slice(0, most));
  if (isPaused) {
    // It may have been fading out.
    clearTimeout(timers.get(id));
    ends.set(id, lives[kind]);
  } else runUntilEnd(id, lives[kind]);
  return id;
}

export const toast = {
  success: (message: string) => show("success", message),
  error: (message: string) => show("error", message),
};

/** Hides a toast, such as one about a try that is repeated. `id` is what showing it returned. */
export const dismissToast = fade;

/** Keeps the visible toasts until `resumeToasts`. */
export function pauseToasts(): void {
  if (isPaused) return;
  isPaused = true;
  for (const [id, end] of ends) {
    clearTimeout(timers.get(id));
    ends.set(id, Math.max(0, end - Date.now()));
  }
}

export function resumeToasts(): void {
  if (!isPaused) return;
  isPaused = false;
  for (const [id, left] of [...ends]) runUntilEnd(id, left);
}

/** The toasts of this page, the latest first. */
export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    readToasts,
    () => none,
  );
}

/** @internal */
export function readToasts(): readonly Toast[] {
  return toasts;
}
