import { Link } from "react-router";
import { useShop } from "#web/platform/root-data.ts";

/** Links to the outbox in demo mode, which sends no email. */
export function DemoEmailNote() {
  const { demo } = useShop();
  if (!demo) return null;
  return (
    <>
      This is a demo, so no emails are sent.{" "}
      <Link to="/outbox" className="text-link">
        Read them in the outbox
      </Link>
      .
    </>
  );
}
