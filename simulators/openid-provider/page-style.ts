/** Styles of the page, in the colors and fonts of the shop. */
export const pageStyle = `
@font-face { font-family: "Fraunces"; src: url("/openid-provider/fonts/display.woff2") format("woff2"); font-weight: 100 900; font-display: swap; }
@font-face { font-family: "Geist"; src: url("/openid-provider/fonts/text.woff2") format("woff2"); font-weight: 100 900; font-display: swap; }
:root { color-scheme: light dark; --paper: #f7f5f2; --raised: #fdfcfa; --well: #edeae4; --ink: #14130f; --muted: #5b564c;
  --line: #dcd2be; --brass: #75591d; --edge: #8a8373; --action: #0f3d2e; --action-hover: #175341; --mark: #0f3d2e;
  --on-action: #f7f5f2; --danger: #a1261c; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #1b1c1e; --raised: #232527; --well: #151618; --ink: #efebe4; --muted: #aaa59b; --line: #3b3832;
    --brass: #d3b87d; --edge: #7f7a6f; --action: #2b6b53; --action-hover: #347c61; --mark: #a3cfba; --danger: #f2a093; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; min-width: 20rem; padding: 48px 20px 64px; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 "Geist", ui-sans-serif, system-ui, sans-serif; -webkit-font-smoothing: antialiased; }
main { width: 100%; max-width: 28rem; margin: 0 auto; }
h1 { margin: 0; font: 380 2.5rem/1.1 "Fraunces", Georgia, serif; letter-spacing: -.015em; text-wrap: balance; }
h2 { margin: 0 0 16px; font: 400 1.375rem/1.2 "Fraunces", Georgia, serif; }
p { margin: 12px 0 0; color: var(--muted); text-wrap: pretty; }
.place { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; margin: 0 0 40px; padding-bottom: 16px;
  border-bottom: 1px solid var(--line); color: var(--ink); font-weight: 500; }
.place > span:first-child { color: var(--brass); }
.mode { margin-left: auto; color: var(--muted); font-size: .875rem; font-weight: 400; }
ul { margin: 32px 0 0; padding: 0; list-style: none; border-top: 1px solid var(--line); }
li { border-bottom: 1px solid var(--line); }
button { font: inherit; cursor: pointer; }
.person { display: flex; gap: 16px; align-items: center; width: 100%; padding: 16px 8px; border: 0; background: none;
  color: inherit; text-align: left; transition: background-color .15s; }
.person:hover { background: var(--raised); }
.mark { display: grid; flex: none; place-items: center; width: 40px; height: 40px; border-radius: 50%; background: var(--well);
  color: var(--mark); font: 400 1.125rem/1 "Fraunces", Georgia, serif; }
.who { display: grid; min-width: 0; }
.name { font-weight: 500; }
.email, .note { color: var(--muted); font-size: .875rem; overflow-wrap: anywhere; }
form + form { margin-top: 40px; }
label { display: block; margin: 16px 0 6px; font-weight: 500; }
.optional { color: var(--muted); font-weight: 400; }
input:not([type=checkbox]) { width: 100%; height: 48px; padding: 0 14px; border: 1px solid var(--edge); border-radius: 2px;
  background: var(--raised); color: inherit; font: inherit; }
input[aria-invalid] { border-color: var(--danger); }
.error { margin-top: 6px; color: var(--danger); font-size: .875rem; }
.check { display: flex; gap: 12px; align-items: flex-start; margin: 20px 0 24px; font-weight: 400; cursor: pointer; }
.check > span { display: grid; }
.check input { flex: none; width: 20px; height: 20px; margin: 2px 0 0; accent-color: var(--action); }
.main, .quiet { display: grid; place-items: center; width: 100%; min-height: 48px; padding: 8px 20px; border-radius: 2px;
  border: 1px solid var(--action); background: var(--action); color: var(--on-action); font-weight: 500;
  text-decoration: none; transition: background-color .15s; }
.main:hover { background: var(--action-hover); }
a.main { margin-top: 32px; color: var(--on-action); }
.quiet { border-color: var(--edge); background: none; color: var(--ink); }
.quiet:hover { background: var(--raised); }
form:has(.quiet) { margin-top: 16px; }
:focus-visible { outline: 2px solid var(--mark); outline-offset: 3px; }
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
`;
