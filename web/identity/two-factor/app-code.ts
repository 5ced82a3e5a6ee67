/** What a form takes for an authenticator app's code; spaces do not count. */
export const appCode = { value: /^\s*(?:\d\s*){6}$/, message: "The code has six digits." };
