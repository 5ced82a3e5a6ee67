import { createSocket, type Socket } from "node:dgram";
import type { LookupAddress } from "node:dns";
import { once } from "node:events";
import { afterEach, expect, test } from "vitest";
import { createNameLookup } from "./look-up-name.ts";

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

const typeA = 1;
const typeAaaa = 28;
/** A DNS server with these records of every name, by type. One that has none for a type says so; without any, it is silent. */
async function startServer(records: Partial<Record<number, Buffer>>) {
  const socket = createSocket("udp4");
  sockets.push(socket);
  const asked: number[] = [];
  socket.on("message", (query, { port }) => {
    // The question begins after 12 bytes and ends with its type and class.
    const end = query.indexOf(0, 12) + 5;
    const type = query.readUInt16BE(end - 4);
    asked.push(type);
    if (Object.keys(records).length === 0) return;
    const data = records[type];
    const head = Buffer.from([0x81, 0x80, 0, 1, 0, data ? 1 : 0, 0, 0, 0, 0]);
    const record = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data?.length ?? 0]);
    const answer = data ? [record, data] : [];
    socket.send(
      Buffer.concat([query.subarray(0, 2), head, query.subarray(12, end), ...answer]),
      port,
      "127.0.0.1",
    );
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return { servers: [`127.0.0.1:${socket.address().port}`], asked };
}

const lookUp = (servers: string[], name: string) =>
  new Promise<LookupAddress[]>((resolve, reject) => {
    const lookup = createNameLookup({ servers, timeout: 100, tries: 2 });
    lookup(name, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });

test("asks the DNS servers for the addresses of both families", async () => {
  const four = Buffer.from([192, 0, 2, 7]);
  const six = Buffer.from("20010db8000000000000000000000007", "hex");
  const both = await startServer({ [typeA]: four, [typeAaaa]: six });
  expect(await lookUp(both.servers, "dealer.example")).toEqual([
    { address: "192.0.2.7", family: 4 },
    { address: "2001:db8::7", family: 6 },
  ]);
  const one = await startServer({ [typeAaaa]: six });
  expect(await lookUp(one.servers, "dealer.example")).toEqual([
    { address: "2001:db8::7", family: 6 },
  ]);
});

test("gives up on servers that do not answer", async () => {
  const { servers, asked } = await startServer({});
  await expect(lookUp(servers, "slow.example")).rejects.toMatchObject({ code: "ETIMEOUT" });
  expect(asked.toSorted()).toEqual([typeA, typeA, typeAaaa, typeAaaa]);
});
