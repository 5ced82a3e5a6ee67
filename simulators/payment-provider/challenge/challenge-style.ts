/** The look of the bank's page: the shop's quiet paper and ink, with a green for the one thing to do. */
export const challengeStyle = `
:root { --paper: #f7f5f2; --ink: #14130f; --soft: #5d594f; --line: #cfc8bb; --green: #0f3d2e; --on-green: #ffffff; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #17181a; --ink: #f1eee8; --soft: #b5b0a5; --line: #46443f; --green: #8fd0b4; --on-green: #0c1f18; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px 16px; background: var(--paper);
  color: var(--ink); font: 1rem/1.5 ui-sans-serif, system-ui, sans-serif; }
main { width: 100%; max-width: 27rem; }
h1 { margin: 0 0 12px; font: 500 1.9rem/1.15 Fraunces, Georgia, serif; }
p { margin: 0 0 16px; }
.bank { display: flex; gap: 8px; align-items: center; margin-bottom: 32px; padding-bottom: 16px;
  border-bottom: 1px solid var(--line); font-weight: 600; }
.mode { margin-left: auto; padding: 2px 8px; border: 1px solid var(--line); border-radius: 99px; color: var(--soft);
  font-size: .8125rem; font-weight: 400; }
dl { margin: 24px 0; border-top: 1px solid var(--line); }
dl > div { display: flex; justify-content: space-between; gap: 24px; padding: 12px 0;
  border-bottom: 1px solid var(--line); align-items: baseline; }
dt { color: var(--soft); }
dd { margin: 0; text-align: right; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.amount dd { font: 500 1.5rem/1.2 Fraunces, Georgia, serif; }
form { display: grid; gap: 12px; }
button, .button { display: block; width: 100%; min-height: 48px; padding: 12px 16px; border-radius: 8px;
  border: 1px solid var(--green); background: var(--green); color: var(--on-green); font: inherit; font-weight: 600;
  text-align: center; text-decoration: none; cursor: pointer; }
.quiet { background: transparent; border-color: var(--soft); color: var(--ink); }
button:focus-visible, a:focus-visible { outline: 3px solid var(--green); outline-offset: 3px; }
.hint { margin-top: 16px; color: var(--soft); font-size: .875rem; }
`;
