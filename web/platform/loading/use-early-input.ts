import { type RefObject, useEffectEvent, useLayoutEffect } from "react";

/**
 * Takes over what was typed or chosen in a field of the server's page before its scripts ran: hydration keeps it in the
 * field, but the component's state begins with the value that was rendered.
 * @param take gets the field, right after it is hydrated or first shown
 */
export function useEarlyInput<Field extends Element>(
  field: RefObject<Field | null>,
  take: (field: Field) => void,
): void {
  const onFirst = useEffectEvent(take);
  useLayoutEffect(() => {
    if (field.current) onFirst(field.current);
  }, [field]);
}
