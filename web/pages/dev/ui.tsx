import { Buttons, Fields } from "./controls.tsx";
import { Dialogs, Facts, States } from "./feedback.tsx";
import { Cards, Tables } from "./lists.tsx";
import { Tokens } from "./tokens.tsx";

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
