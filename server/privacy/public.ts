// The door of this feature: what others may use of it.
export { forgetPerson } from "./forget-person.ts";
