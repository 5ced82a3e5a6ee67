export {
  createOpenIdClient,
  type OpenIdClient,
  type OpenIdProfile,
} from "./create-openid-client.ts";
