import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import net, { type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import tls from "node:tls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadConfig } from "#server/platform/config/config.ts";
import { outboundServices } from "./outbound-services.ts";
import { readCertificate } from "./read-certificate.ts";

let folder: string;
let pair: { key: Buffer; cert: Buffer };
const servers: (net.Server | tls.Server)[] = [];
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "marque-certificate-"));
  const key = path.join(folder, "key.pem");
  const cert = path.join(folder, "cert.pem");
  execFileSync(
    "openssl",
    [
      "req",
      "-x509",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:prime256v1",
      "-nodes",
      "-keyout",
      key,
      "-out",
      cert,
      "-days",
      "30",
      "-subj",
      "/CN=localhost",
    ],
    { stdio: "ignore" },
  );
  pair = { key: readFileSync(key), cert: readFileSync(cert) };
});
afterAll(() => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true });
});

async function listen(server: net.Server | tls.Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

/** Starts TLS once `talk` says so, like a server that begins in plain text. */
function startsTlsLater(talk: (socket: net.Socket, begin: () => void) => void): net.Server {
  return net.createServer((socket) => {
    socket.on("error", () => undefined);
    talk(socket, () => {
      socket.removeAllListeners("data");
      new tls.TLSSocket(socket, { isServer: true, ...pair }).on("error", () => undefined);
    });
  });
}

const at = (port: number, protocol: "tls" | "smtp" | "postgres", patience?: number) =>
  readCertificate({ service: "email", host: "127.0.0.1", port, protocol }, patience);
const inAMonth = { expiresAt: expect.any(Date), problem: expect.stringContaining("not trusted") };
const days = ({ expiresAt }: { expiresAt: Date | null }) =>
  Math.round((expiresAt!.getTime() - Date.now()) / 86_400_000);

test("reads a certificate over TLS, and says that it is not trusted", async () => {
  const state = await at(
    await listen(tls.createServer(pair).on("tlsClientError", () => undefined)),
    "tls",
  );
  expect(state).toEqual(inAMonth);
  expect(days(state)).toBe(30);
});

test("reads a certificate over SMTP with STARTTLS", async () => {
  const server = startsTlsLater((socket, begin) => {
    socket.write("220-mail.example\r\n220 ready\r\n");
    socket.on("data", (line: Buffer) => {
      if (String(line).startsWith("EHLO")) socket.write("250-mail.example\r\n250 STARTTLS\r\n");
      else socket.write("220 go ahead\r\n", begin);
    });
  });
  expect(days(await at(await listen(server), "smtp"))).toBe(30);
});

test("reads a certificate of PostgreSQL", async () => {
  const server = startsTlsLater((socket, begin) => {
    socket.on("data", (request: Buffer) => {
      expect(request.readInt32BE(4)).toBe(80_877_103);
      socket.write("S", begin);
    });
  });
  expect(days(await at(await listen(server), "postgres"))).toBe(30);
});

test("says why there is no certificate", async () => {
  const none = (problem: string) => ({ expiresAt: null, problem });
  const plain = await listen(
    net.createServer((socket) =>
      socket.on("error", () => undefined).on("data", () => socket.write("N")),
    ),
  );
  expect(await at(plain, "postgres")).toEqual(none("The server offers no TLS."));
  const silent = await listen(net.createServer((socket) => socket.on("error", () => undefined)));
  expect(await at(silent, "smtp", 200)).toEqual(none("The server did not answer."));
  const closes = await listen(net.createServer((socket) => socket.destroy()));
  expect((await at(closes, "smtp")).expiresAt).toBeNull();
  const [stopped] = servers.splice(-1);
  await new Promise((resolve) => stopped!.close(resolve));
  expect(await at(closes, "tls")).toEqual(none("The server could not be reached (ECONNREFUSED)."));
});

test("watches the services that the settings name, except those on this machine", () => {
  const config = loadConfig({
    DATABASE_URL: "postgres://marque@db.internal/marque",
    AUTH_SECRET: "s".repeat(32),
    PUBLIC_URL: "https://cars.example",
    SMTP_URL: "smtp://mail.example:2525",
    STRIPE_SECRET_KEY: "sk_live_abc",
    STRIPE_PUBLISHABLE_KEY: "pk_live_abc",
    STRIPE_WEBHOOK_SECRET: "whsec_abc",
    GOOGLE_CLIENT_ID: "id",
    GOOGLE_CLIENT_SECRET: "secret",
  });
  expect(outboundServices(config)).toEqual([
    { service: "payments", host: "api.stripe.com", port: 443, protocol: "tls" },
    { service: "sign_in", host: "accounts.google.com", port: 443, protocol: "tls" },
    { service: "email", host: "mail.example", port: 2525, protocol: "smtp" },
    { service: "database", host: "db.internal", port: 5432, protocol: "postgres" },
  ]);
  expect(outboundServices(loadConfig({ SMTP_URL: "smtps://localhost" }))).toEqual([]);
});

test("watches the stores of images and backups that are reached over TLS", () => {
  const stores = (env: Record<string, string>) =>
    outboundServices(loadConfig(env)).map(
      ({ service, host, port }) => `${service} ${host}:${port}`,
    );
  expect(
    stores({
      IMAGE_STORE_URL: "s3://cars/images?endpoint=https://s3.internal:9000",
      BACKUP_URL: "s3://cars-backups/marque?region=eu-west-1",
    }),
  ).toEqual(["images s3.internal:9000", "backups s3.eu-west-1.amazonaws.com:443"]);
  expect(
    stores({
      IMAGE_STORE_URL: "s3://cars/images?endpoint=http://127.0.0.1:9000",
      BACKUP_URL: "/mnt/backups",
    }),
  ).toEqual([]);
});
