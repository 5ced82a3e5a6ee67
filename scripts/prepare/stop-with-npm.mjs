const lookEvery = 250;

/**
 * Sends SIGTERM to this process once the shell that npm started it in has ended. npm passes the signal to the shell, which
 * ends without passing it on. A process that was started without npm may outlive its parent.
 */
export function stopWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, lookEvery);
  timer.unref();
}
