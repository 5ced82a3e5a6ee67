import type { FrameLocator, Page } from "@playwright/test";

// The part of the provider's script that the card form uses: a card field in a frame of the provider's origin, which
// sends the card to the provider's API.
const script = `(() => {
  const api = "https://api.stripe.com/v1";
  const element = () => {
    const listeners = {};
    const frame = document.createElement("iframe");
    frame.src = "https://js.stripe.com/v3/card-frame.html";
    frame.title = "Secure card payment input frame";
    frame.style.cssText = "border:0;width:100%;height:26px";
    return {
      frame,
      on(event, listener) { listeners[event] = listener; return this; },
      once(event, listener) { listeners[event] = listener; return this; },
      off() { return this; },
      mount(place) {
        frame.addEventListener("load", () => listeners.ready && listeners.ready({ elementType: "card" }));
        place.append(frame);
      },
      destroy() { frame.remove(); }, unmount() { frame.remove(); },
      update() {}, focus() { frame.focus(); }, blur() {}, clear() {},
    };
  };
  window.Stripe = function Stripe(key) {
    let card = null;
    const call = async (path, form) => {
      const response = await fetch(api + path, {
        method: form ? "POST" : "GET",
        headers: { authorization: "Bearer " + key },
        body: form && new URLSearchParams(form),
      });
      const body = await response.json();
      return response.ok ? { paymentIntent: body } : { error: body.error };
    };
    const path = (secret) => "/payment_intents/" + secret.split("_secret_")[0];
    return {
      _registerWrapper() {}, registerAppInfo() {}, createToken() {},
      elements: () => ({
        create: () => (card = element()),
        getElement: () => card,
        update() {},
      }),
      createPaymentMethod: ({ billing_details }) => new Promise((resolve) => {
        window.addEventListener("message", ({ origin, data }) => {
          if (origin === "https://js.stripe.com") resolve(data);
        }, { once: true });
        card.frame.contentWindow.postMessage({ key, billing_details }, "https://js.stripe.com");
      }),
      confirmCardPayment: (secret, data) =>
        call(path(secret) + "/confirm", { client_secret: secret, ...data }),
      retrievePaymentIntent: (secret) => call(path(secret) + "?client_secret=" + secret),
    };
  };
  window.Stripe.version = "endive";
})();`;

const frame = `<!doctype html><title>Card</title><label>Card number <input></label><script>
addEventListener("message", async ({ data: { key, billing_details }, source, origin }) => {
  const response = await fetch("https://api.stripe.com/v1/payment_methods", {
    method: "POST",
    headers: { authorization: "Bearer " + key },
    body: new URLSearchParams({
      type: "card",
      "card[number]": document.querySelector("input").value,
      "card[exp_month]": "12", "card[exp_year]": "2030", "card[cvc]": "123",
      "billing_details[name]": billing_details.name,
      "billing_details[email]": billing_details.email,
    }),
  });
  const body = await response.json();
  source.postMessage(response.ok ? { paymentMethod: body } : { error: body.error }, origin);
});
</script>`;

/** Fakes the card provider's hosts: its script and frame here, its API by the simulator at `simulator`. */
export async function fakeStripe(page: Page, simulator: string): Promise<void> {
  await page.route("https://js.stripe.com/**", (route) =>
    route.request().resourceType() === "script"
      ? route.fulfill({ contentType: "text/javascript", body: script })
      : route.fulfill({ contentType: "text/html", body: frame }),
  );
  await page.route("https://api.stripe.com/**", async (route) => {
    const headers = {
      "access-control-allow-origin": "*",
      "access-control-allow-headers": "authorization, content-type",
    };
    if (route.request().method() === "OPTIONS") return route.fulfill({ status: 204, headers });
    const { pathname, search } = new URL(route.request().url());
    const response = await route.fetch({ url: `${simulator}${pathname}${search}` });
    return route.fulfill({ response, headers: { ...response.headers(), ...headers } });
  });
}

/** The provider's frame with the card field. */
export function cardFrame(page: Page): FrameLocator {
  return page.frameLocator("iframe[title='Secure card payment input frame']");
}
