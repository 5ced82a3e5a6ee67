import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";

const parameters = ["payment_intent", "payment_intent_client_secret", "redirect_status"];

/**
 * Whether the buyer is back from the bank's challenge, which returns here with the payment's client secret in the
 * address. The address is cleaned at once: a secret has no place in the browser's history.
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
