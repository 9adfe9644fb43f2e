import { Client, type Dispatcher } from "undici";
import { expect, test } from "vitest";
import { type SocketPool, createSocketPool } from "../../../../main/core/api/transport.ts";

function poolOf(limit: number): { readonly pool: SocketPool; readonly sockets: Dispatcher[] } {
  const sockets: Dispatcher[] = [];
  const make = (): Dispatcher => {
    const client = new Client("http://127.0.0.1:1");
    sockets.push(client);
    return client;
  };
  return { pool: createSocketPool(make, limit), sockets };
}

function lease(pool: SocketPool): Dispatcher | undefined {
  let got: Dispatcher | undefined;
  pool.lease((dispatcher) => {
    got = dispatcher;
  });
  return got;
}

test("creates a socket only when all are leased, and leases the last used first", () => {
  const { pool, sockets } = poolOf(8);
  const [a, b] = [lease(pool), lease(pool)];
  if (a === undefined || b === undefined) throw new Error("not leased");
  pool.release(a);
  pool.release(b);
  expect([lease(pool), lease(pool), sockets]).toEqual([b, a, [a, b]]);
});

test("beyond the limit jobs wait and start in order", () => {
  const { pool, sockets } = poolOf(1);
  const started: number[] = [];
  for (let job = 0; job < 4; job += 1) {
    pool.lease((dispatcher) => {
      started.push(job);
      if (job > 0) pool.release(dispatcher);
    });
  }
  expect(started).toEqual([0]);
  const [only] = sockets;
  if (only !== undefined) pool.release(only);
  expect([started, sockets.length]).toEqual([[0, 1, 2, 3], 1]);
});

test("a hundred thousand jobs that end at once do not overflow the stack", () => {
  const { pool } = poolOf(1);
  const first = lease(pool);
  let ended = 0;
  for (let job = 0; job < 100_000; job += 1) {
    pool.lease((dispatcher) => {
      ended += 1;
      pool.release(dispatcher);
    });
  }
  if (first !== undefined) pool.release(first);
  expect(ended).toBe(100_000);
});

test("after destroying nothing is created: a job gets an ended socket", async () => {
  const { pool, sockets } = poolOf(3);
  await pool.destroy();
  const got = [lease(pool) as Client, lease(pool) as Client];
  expect([got.map((one) => one.destroyed), sockets.length]).toEqual([[true, true], 1]);
});

test("after destroying the existing sockets are leased without a limit", async () => {
  const { pool, sockets } = poolOf(1);
  const first = lease(pool);
  await pool.destroy();
  expect([lease(pool), lease(pool), sockets.length]).toEqual([first, first, 1]);
});

test("destroying ends every created socket", async () => {
  const { pool, sockets } = poolOf(3);
  lease(pool);
  lease(pool);
  await pool.destroy();
  expect(sockets.map((one) => (one as Client).destroyed)).toEqual([true, true]);
});
