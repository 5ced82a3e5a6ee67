/** What stands under a field in which somebody chooses a password. */
export const passwordHint =
  "At least 8 characters, with an uppercase letter, a number and one of ! @ # $ & *";
