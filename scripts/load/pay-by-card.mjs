/**
 * Pays as the card form does: directly at the payment provider, here the simulator.
 * @param {{ clientSecret: string, publishableKey: string }} intent what the shop returned for the booking
 * @returns whether the payment succeeded
 */
export async function payByCard(providerUrl, { clientSecret, publishableKey }) {
  const post = async (path, form) => {
    const answer = await fetch(new URL(path, providerUrl), {
      method: "POST",
      headers: { authorization: `Bearer ${publishableKey}` },
      body: new URLSearchParams(form),
      signal: AbortSignal.timeout(30_000),
    });
    return answer.json();
  };
  const method = await post("/v1/payment_methods", {
    type: "card",
    "card[number]": "4242424242424242",
    "card[exp_month]": "12",
    "card[exp_year]": "2040",
    "card[cvc]": "123",
  });
  const confirmed = await post(`/v1/payment_intents/${clientSecret.split("_secret_")[0]}/confirm`, {
    payment_method: method.id,
    client_secret: clientSecret,
    return_url: "http://127.0.0.1",
  });
  return confirmed.status === "succeeded";
}
