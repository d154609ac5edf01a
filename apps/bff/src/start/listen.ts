import { createAdaptorServer } from '@hono/node-server'
import type { Config } from '../config/config.ts'
import { StartRefused } from '../config/start-refused.ts'

/**
 * How long a connection may idle. Longer than clients keep theirs: one that the server ends while
 * the next request is under way is an avoidable failure.
 */
const idleMs = 65_000

/** What a stop gives to running requests. */
const finishMs = 8_000

export type Listening = { close(): Promise<void> }

/**
 * Listens on `HOST`. The name `localhost` means both loopback addresses, since clients differ in
 * which one they try. Closing lets running requests finish for some seconds.
 */
export async function serveApp(
  config: Pick<Config, 'HOST' | 'PORT'>,
  fetch: (request: Request, env: object) => Response | Promise<Response>,
): Promise<Listening> {
  const isLocal = config.HOST === 'localhost'
  const hosts = isLocal ? ['127.0.0.1', '::1'] : [config.HOST]
  const servers: ReturnType<typeof createAdaptorServer>[] = []
  for (const host of hosts) {
    const server = createAdaptorServer({ fetch, serverOptions: { keepAliveTimeout: idleMs } })
    const failure = await listen(server, config.PORT, host)
    if (!failure) servers.push(server)
    else if (!(isLocal && host === '::1' && isWithoutIpv6(failure))) {
      await Promise.all(servers.map(closeServer))
      throw refused(failure, config.PORT)
    }
  }
  return { close: async () => void (await Promise.all(servers.map(closeServer))) }
}

/** A machine without IPv6 has no second loopback address; any other reason is one to stop for. */
const isWithoutIpv6 = ({ code = '' }: NodeJS.ErrnoException) =>
  ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'ENOTFOUND'].includes(code)

/** Running requests may finish; their connections end with them, not when clients tire of them. */
function closeServer(server: ReturnType<typeof createAdaptorServer>): Promise<void> {
  return new Promise((resolve) => {
    const idle = setInterval(() => {
      if ('closeIdleConnections' in server) server.closeIdleConnections()
    }, 20)
    const force = setTimeout(
      () => 'closeAllConnections' in server && server.closeAllConnections(),
      finishMs,
    )
    server.close(() => {
      clearInterval(idle)
      clearTimeout(force)
      resolve()
    })
  })
}

function listen(
  server: ReturnType<typeof createAdaptorServer>,
  port: number,
  host: string,
): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    server.once('error', resolve)
    server.listen(port, host, () => resolve(undefined))
  })
}

function refused(failure: NodeJS.ErrnoException, port: number): Error {
  switch (failure.code) {
    case 'EADDRINUSE':
      return new StartRefused(
        `PORT: another program listens on ${port}. Stop it or choose another port.`,
      )
    case 'EACCES':
      return new StartRefused(
        `PORT: this user may not listen on ${port}. Choose a port above 1023.`,
      )
    case 'ENOTFOUND':
    case 'EADDRNOTAVAIL':
      return new StartRefused('HOST: this machine has no such address.')
    default:
      return failure
  }
}
