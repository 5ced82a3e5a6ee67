/** The name of the constraint or index that a write violated, or null for other errors. */
export function violatedConstraint(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    // 23505 unique_violation, 23503 foreign_key_violation, 23514 check_violation (PostgreSQL, appendix A).
    if ("code" in cause && /^23(505|503|514)$/.test(String(cause.code)) && "constraint" in cause)
      return String(cause.constraint);
  }
  return null;
}
