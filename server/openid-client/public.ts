// The door of this feature: what others may use of it.
export {
  createOpenIdClient,
  type OpenIdClient,
  type OpenIdPerson,
} from "./create-openid-client.ts";
