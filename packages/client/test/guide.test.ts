import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { Webhook } from 'standardwebhooks'
import { afterAll, expect, test } from 'vitest'

const guide = readFileSync(new URL('../../../docs/guides/webhooks.md', import.meta.url), 'utf8')
/** Where a program finds this package and the reference library by their names. */
const cwd = fileURLToPath(new URL('../', import.meta.url))
const secret = `whsec_${Buffer.alloc(32, 0xfb).toString('base64')}`
const body = JSON.stringify({
  eventId: 'evt_1',
  eventCategory: 'transfer',
  eventType: 'transitioned',
  eventStatus: 'funds_received',
  eventObject: {
    executionId: 'exec_1',
    transactionId: 'Zürich-7',
    status: 'FUNDS_RECEIVED',
    previousStatus: 'AWAITING_FUNDS',
  },
  createdAt: '2026-11-20T09:29:58.000Z',
  sequence: 41,
})

const children: ChildProcess[] = []
afterAll(() => children.forEach((child) => child.kill()))

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** The guide's receiver in this language, with a port of its own. */
async function start(language: string): Promise<string> {
  const code = guide.split(`\`\`\`${language}\n`)[1]?.split('\n```')[0] ?? ''
  expect(code).toContain('.listen(3000)')
  const port = await freePort()
  const program = code.replace('.listen(3000)', `.listen(${port}, () => console.log('ready'))`)
  const type = language === 'ts' ? 'module-typescript' : 'module'
  const child = spawn(process.execPath, [`--input-type=${type}`, '--eval', program], {
    cwd,
    env: { ...process.env, WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  await once(child.stdout, 'data')
  return `http://127.0.0.1:${port}/`
}

function signed(sentBody = body, signer = secret, at = new Date()): RequestInit {
  const signature = new Webhook(signer).sign('evt_1', at, body)
  return {
    method: 'POST',
    headers: {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': signature,
    },
    body: sentBody,
  }
}

test.each(['ts', 'js'])(
  'the receiver that the guide shows in %s takes what is signed, and nothing else',
  async (language) => {
    const url = await start(language)
    const status = async (call: RequestInit) => (await fetch(url, call)).status
    expect(await status(signed())).toBe(204)
    expect(await status(signed(body.replace('41', '42')))).toBe(400)
    expect(await status(signed(body, `whsec_${Buffer.alloc(32, 1).toString('base64')}`))).toBe(400)
    expect(await status(signed(body, secret, new Date(Date.now() - 400_000)))).toBe(400)
    expect(await status({ method: 'POST', body })).toBe(400)
  },
  20_000,
)
