import type { Deps } from "#server/deps.ts";
import { removeOtherCertificates, storeCertificate } from "./certificate-store.ts";
import { outboundServices } from "./outbound-services.ts";
import { readCertificate } from "./read-certificate.ts";

/** Reads the certificate of each service that the shop calls, one after the other, and stores when it expires. */
export async function checkCertificates({
  db,
  config,
}: Pick<Deps, "db" | "config">): Promise<void> {
  const services = outboundServices(config);
  for (const one of services) {
    const state = await readCertificate(one);
    await storeCertificate(db, {
      service: one.service,
      address: `${one.host}:${one.port}`,
      ...state,
    });
  }
  await removeOtherCertificates(
    db,
    services.map(({ service }) => service),
  );
}
