import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";

const parameters = ["payment_intent", "payment_intent_client_secret", "redirect_status"];

/**
 * Whether the buyer is returning from the bank's challenge, which puts the payment's client secret in the URL. The
 * URL is cleaned at once to keep the secret out of the history.
 */
export function useChallengeReturn(): boolean {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const isReturn = parameters.some((name) => new URLSearchParams(search).has(name));
  const [wasReturn] = useState(isReturn);
  useEffect(() => {
    if (isReturn) void navigate(pathname, { replace: true, preventScrollReset: true });
  }, [isReturn, navigate, pathname]);
  return wasReturn;
}
