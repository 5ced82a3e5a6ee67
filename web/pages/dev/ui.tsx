import { Buttons, Fields } from "#web/dev/controls.tsx";
import { Dialogs, Facts, States } from "#web/dev/feedback.tsx";
import { Cards, Tables } from "#web/dev/lists.tsx";
import { Tokens } from "#web/dev/tokens.tsx";

/** Every component in every state, for developers: only `npm run dev` has this page. */
export default function Ui() {
  return (
    <div id="ui" className="page-body">
      <h1 className="page-title mb-10">Components</h1>
      <Tokens />
      <Buttons />
      <Fields />
      <Facts />
      <States />
      <Dialogs />
      <Tables />
      <Cards />
    </div>
  );
}
