/** The name of the constraint or index that refused a write, or null where the error is something else. */
export function violatedConstraint(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    // 23505 unique_violation, 23503 foreign_key_violation, 23514 check_violation (PostgreSQL, appendix A).
    if ("code" in cause && /^23(505|503|514)$/.test(String(cause.code)) && "constraint" in cause)
      return String(cause.constraint);
  }
  return null;
}
