import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type DroppingProxy = {
  /** Use as `host` of a connection; the port stays the server's. */
  host: string
  /** From now on a message that holds this text reaches the server, and its answer is lost. */
  loseAnswerTo: (text: string) => void
  stop: () => Promise<void>
}

/** A proxy between client and database that can cut the line after a request was delivered. */
export async function startDroppingProxy(target: {
  host: string
  port: number
}): Promise<DroppingProxy> {
  const host = mkdtempSync(join(tmpdir(), 'corridor-proxy-'))
  const sockets = new Set<Socket>()
  let fatal: string | undefined
  const server = createServer((client) => {
    const upstream = connect(join(target.host, `.s.PGSQL.${target.port}`))
    let isCut = false
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        client.destroy()
        upstream.destroy()
      })
    }
    client.on('data', (bytes) => {
      if (fatal && bytes.includes(fatal)) isCut = true
      upstream.write(bytes)
    })
    upstream.on('data', (bytes) => {
      if (isCut) client.destroy()
      else client.write(bytes)
    })
  })
  server.listen(join(host, `.s.PGSQL.${target.port}`))
  await once(server, 'listening')
  return {
    host,
    loseAnswerTo: (text) => {
      fatal = text
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
      rmSync(host, { recursive: true, force: true })
    },
  }
}
