/** Form pattern for an authenticator code; spaces are ignored. */
export const appCode = { value: /^\s*(?:\d\s*){6}$/, message: "The code has six digits." };
