import { useEffect } from "react";
import { useNavigate } from "react-router";

/** Leads to another page, which takes this one's place in the history. */
export function Redirect({ to }: { to: string }) {
  const navigate = useNavigate();
  useEffect(() => void navigate(to, { replace: true }), [navigate, to]);
  return null;
}
