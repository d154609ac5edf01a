import { readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { makeDataDirectory } from '../../test/support/database/data-dir.ts'
import { freePort, startServer } from '../../test/support/process/server.ts'
import { serveApp } from './listen.ts'

test('an idle connection outlives the clients’ own patience', async () => {
  const port = await freePort()
  const listening = await serveApp({ HOST: '127.0.0.1', PORT: port }, () => new Response('ok'))
  const answer = await fetch(`http://127.0.0.1:${port}/`)
  await answer.text()
  await listening.close()
  expect(answer.headers.get('keep-alive')).toBe('timeout=65')
})

test('an address or port that is not to be had stops the start with the setting’s name', async () => {
  const port = await freePort()
  const serve = (HOST: string) => serveApp({ HOST, PORT: port }, () => new Response('ok'))
  await expect(serve('192.0.2.1')).rejects.toThrow('HOST')
  const first = await serve('127.0.0.1')
  await expect(serve('127.0.0.1')).rejects.toThrow('PORT')
  await first.close()
})

test('a stop lets a running request finish, and does not wait for the client to hang up', async () => {
  const port = await freePort()
  let isAsked = () => undefined as void
  const asked = new Promise<void>((resolve) => {
    isAsked = resolve
  })
  const listening = await serveApp({ HOST: '127.0.0.1', PORT: port }, async () => {
    isAsked()
    await new Promise((resolve) => setTimeout(resolve, 100))
    return new Response('whole')
  })
  const answer = fetch(`http://127.0.0.1:${port}/`)
  await asked
  const from = performance.now()
  await listening.close()
  expect(await (await answer).text()).toBe('whole')
  // The client would hold the connection for the 65 s that the server announced.
  expect(performance.now() - from).toBeLessThan(10_000)
})

test.each(['127.0.0.1', '::1'])(
  'a start whose port is taken on %s says so and has made nothing',
  async (host) => {
    const port = await freePort()
    const other = createServer((socket) => socket.destroy())
    await new Promise<void>((resolve) => {
      other.listen(port, host, resolve)
    })
    onTestFinished(() => void other.close())
    const dataDir = makeDataDirectory('taken')
    await expect(startServer(dataDir, { PORT: String(port) })).rejects.toThrow(
      `the server ended (1): PORT: another program listens on ${port}. Stop it or choose another port.\n`,
    )
    expect(readdirSync(dataDir)).toEqual([])
    rmSync(dataDir, { recursive: true })
  },
)
