import { Group, State } from "./state.tsx";

// In full, because only classes that stand in the code are in the style sheet.
const colors = {
  paper: "bg-paper",
  raised: "bg-raised",
  well: "bg-well",
  ink: "bg-ink",
  muted: "bg-muted",
  line: "bg-line",
  edge: "bg-edge",
  brass: "bg-brass",
  "brass-ink": "bg-brass-ink",
  action: "bg-action",
  "action-ink": "bg-action-ink",
  danger: "bg-danger",
  "danger-fill": "bg-danger-fill",
};

/** The colors and the type, which web/app.css defines. */
export function Tokens() {
  return (
    <Group title="Colors and type">
      <State name="Colors">
        <ul className="grid grid-cols-2 gap-2 text-sm">
          {Object.entries(colors).map(([name, color]) => (
            <li key={name} className="flex items-center gap-2">
              <span className={`size-8 rounded-soft border border-line ${color}`} />
              <span>{name}</span>
            </li>
          ))}
        </ul>
      </State>
      <State name="Headings">
        <p className="marketing-title">Marketing</p>
        <p className="page-title">Page</p>
        <p className="display text-heading">Work page</p>
        <p className="display text-3xl">Section</p>
      </State>
      <State name="Text">
        <p>Text of a page.</p>
        <p className="text-sm text-muted">Small and muted.</p>
        <p>
          <a href="#ui" className="text-link">
            A link
          </a>
        </p>
      </State>
    </Group>
  );
}
