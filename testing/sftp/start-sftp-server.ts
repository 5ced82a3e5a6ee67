import { once } from "node:events";
import type { AddressInfo } from "node:net";
import ssh, { type AuthContext, type Connection, type SFTPWrapper } from "ssh2";

const { STATUS_CODE } = ssh.utils.sftp;

type SftpFile = {
  content: Buffer;
  mtime: number;
  /** What the server says about the size, if it lies. */
  size?: number;
  /** Stops answering in the middle of the file. */
  hangs?: boolean;
  /** Closes the connection once the file is sent. */
  hangsUp?: boolean;
};

export type SftpServer = {
  port: number;
  files: Map<string, SftpFile>;
  /** Logins that were tried, with their secrets. */
  logins: string[];
  /** Bytes of files that were sent. */
  sent: number;
  /** Connections that are open. */
  connected: number;
  /** Restarts with another host key on the same port. */
  changeHostKey: () => Promise<void>;
  close: () => Promise<void>;
};

/** One of 256 keys that ssh2 generates is malformed. */
export function newKey(): ReturnType<typeof ssh.utils.generateKeyPairSync> {
  const key = ssh.utils.generateKeyPairSync("ed25519");
  return ssh.utils.parseKey(key.private) instanceof Error ? newKey() : key;
}

/** An SFTP server in this process, with one user who has a password and a key. */
export async function startSftpServer(user: {
  name: string;
  password: string;
  publicKey?: string;
  /** The compression that the server insists on. */
  compress?: ssh.CompressionAlgorithm[];
}): Promise<SftpServer> {
  const state = {
    files: new Map<string, SftpFile>(),
    logins: [] as string[],
    sent: 0,
    connected: 0,
  };
  let running = await listen(0);

  async function listen(port: number) {
    const connections = new Set<Connection>();
    const settings = {
      hostKeys: [newKey().private],
      ...(user.compress && { algorithms: { compress: user.compress } }),
    };
    const server = new ssh.Server(settings, (connection) => {
      connections.add(connection);
      state.connected++;
      connection.on("close", () => state.connected--);
      connection.on("error", () => undefined);
      connection.on("authentication", (attempt) => logIn(attempt));
      connection.on("session", (accept) => {
        accept().on("sftp", (open) => serveFiles(open(), state, connection));
      });
    });
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    const close = async () => {
      for (const connection of connections) connection.end();
      const closed = once(server, "close");
      server.close();
      await closed;
    };
    return { port: (server.address() as AddressInfo).port, close };
  }

  function logIn(attempt: AuthContext): void {
    if (attempt.method === "none") return attempt.reject(["password", "publickey"]);
    if (attempt.method === "password") {
      state.logins.push(`${attempt.username}:${attempt.password}`);
      if (attempt.username === user.name && attempt.password === user.password)
        return attempt.accept();
    }
    if (attempt.method === "publickey" && user.publicKey) {
      const key = ssh.utils.parseKey(user.publicKey);
      const isKnown =
        !(key instanceof Error) &&
        (Array.isArray(key) ? key[0]! : key).getPublicSSH().equals(attempt.key.data);
      if (isKnown && (!attempt.signature || signs(key, attempt))) return attempt.accept();
    }
    attempt.reject(["password", "publickey"]);
  }

  return Object.assign(state, {
    port: running.port,
    changeHostKey: async () => {
      await running.close();
      running = await listen(running.port);
    },
    close: () => running.close(),
  });
}

function signs(
  key: Exclude<ReturnType<typeof ssh.utils.parseKey>, Error>,
  { blob, signature, hashAlgo }: { blob?: Buffer; signature?: Buffer; hashAlgo?: string },
): boolean {
  const parsed = Array.isArray(key) ? key[0]! : key;
  return parsed.verify(blob!, signature!, hashAlgo) === true;
}

function serveFiles(
  sftp: SFTPWrapper,
  state: { files: Map<string, SftpFile>; sent: number },
  connection: Connection,
): void {
  const open: SftpFile[] = [];
  sftp.on("STAT", (request, path) => {
    const file = state.files.get(path);
    if (!file) return sftp.status(request, STATUS_CODE.NO_SUCH_FILE);
    const { content, mtime, size = content.length } = file;
    sftp.attrs(request, { mode: 0o100644, uid: 0, gid: 0, size, atime: mtime, mtime });
  });
  sftp.on("OPEN", (request, path) => {
    const file = state.files.get(path);
    if (!file) return sftp.status(request, STATUS_CODE.NO_SUCH_FILE);
    sftp.handle(request, Buffer.from([open.push(file) - 1]));
  });
  sftp.on("READ", (request, handle, offset, length) => {
    const { content, hangs, hangsUp } = open[handle[0]!]!;
    if (offset >= content.length) {
      sftp.status(request, STATUS_CODE.EOF);
      if (hangsUp) connection.end();
      return;
    }
    if (hangs && offset > 0) return;
    const part = content.subarray(offset, offset + (hangs ? 1 : length));
    state.sent += part.length;
    sftp.data(request, part);
  });
  sftp.on("CLOSE", (request) => sftp.status(request, STATUS_CODE.OK));
}
