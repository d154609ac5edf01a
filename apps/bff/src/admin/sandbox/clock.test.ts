import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { routes } from '@corridor/contract/routes'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { serverPort } from '../../db/server/postmaster.ts'
import { admin } from '../../../test/support/process/admin.ts'
import type { AnyBody } from '../../../test/support/process/bff.ts'
import { freePort, makeServer, type Running } from '../../../test/support/process/server.ts'

// Every command is a process of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

let place: Awaited<ReturnType<typeof makeServer>>
let server: Running
let token: string
let svcPartnerId: string
let metricsPort: number
const settings = () => ({ SANDBOX_CLOCK: 'operator', METRICS_PORT: String(metricsPort) })
const run = (command: string, ...more: string[]) =>
  admin(place.dataDir, [...command.split(' '), ...more], settings())

beforeAll(async () => {
  place = await makeServer()
  metricsPort = await freePort()
  server = await place.start(settings())
  const { json } = await run('partner create --name Heron')
  svcPartnerId = (json as { svcPartnerId: string }).svcPartnerId
  const key = await run(`api-key issue --partner ${svcPartnerId} --scopes all`)
  token = (key.json as { apiToken: string }).apiToken
}, 120_000)
afterAll(() => place.remove(), 60_000)

const call = (path: string, body?: object) =>
  send({ method: body ? 'POST' : 'GET', path: `/api/v1/sandbox/${path}` }, body)

async function send(
  { method, path }: { method: string; path: string },
  body?: object,
): Promise<AnyBody> {
  const response = await fetch(server.baseUrl + path, {
    method,
    headers: { 'x-api-token': token, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return response.json()
}

const serviceNow = async () => Date.parse((await call('clock')).data.now)
const dayMs = 86_400_000

const devChain = () =>
  JSON.parse(readFileSync(join(place.dataDir, 'devchain.json'), 'utf8')) as { port: number }

/** The time of the dev chain's newest block. */
async function chainNow(): Promise<number> {
  const params = ['latest', false]
  const answer = await fetch(`http://127.0.0.1:${devChain().port}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getBlockByNumber', params }),
  })
  const { result } = (await answer.json()) as { result: { timestamp: string } }
  return Number.parseInt(result.timestamp, 16) * 1_000
}

test('the operator moves the clock of a shared sandbox, forward alone and with a reason, and no partner does', async () => {
  expect((await call('clock/advance', { seconds: 60 })).error.code).toBe('SCOPE_MISSING')
  const shown = await run('clock show')
  expect(shown.json).toMatchObject({ movedBy: 'operator' })
  const before = await serviceNow()

  const moved = await run('clock advance --for 3d --reason', 'month end')
  expect([moved.code, moved.stderr]).toEqual([0, ''])
  const { before: from, now } = moved.json as { before: string; now: string }
  expect(Math.round((Date.parse(now) - Date.parse(from)) / dayMs)).toBe(3)
  expect(await serviceNow()).toBeGreaterThanOrEqual(before + 3 * dayMs)

  const to = new Date(before + 5 * dayMs).toISOString()
  expect((await run(`clock advance --to ${to} --reason again`)).code).toBe(0)
  expect(await serviceNow()).toBeGreaterThanOrEqual(before + 5 * dayMs)
  // Blocks count whole seconds.
  const due = Math.floor(before / 1_000) * 1_000 + 5 * dayMs
  await expect.poll(chainNow, { timeout: 30_000 }).toBeGreaterThanOrEqual(due)
  const refused: [string, number, string][] = [
    [`clock advance --to ${new Date(before).toISOString()} --reason back`, 1, 'never goes back'],
    ['clock advance --for soon --reason x', 2, '--for'],
  ]
  for (const [command, code, message] of refused)
    expect(await run(command)).toMatchObject({ code, stderr: expect.stringContaining(message) })
})

test('with METRICS_PORT the metrics are there alone', async () => {
  expect((await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).status).toBe(200)
  expect((await fetch(`http://127.0.0.1:${metricsPort}/readyz`)).status).toBe(404)
  expect((await fetch(`${server.baseUrl}/metrics`)).status).toBe(404)
})

test('no webhook and no provider of identity tokens may lead to a port of the service, of its database or of its chain', async () => {
  const { port: chainPort } = devChain()
  const ports = [Number(new URL(server.baseUrl).port), metricsPort, chainPort, serverPort]
  for (const port of ports)
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '127.1.1.1']) {
      const webhookUrl = `http://${host}:${port}/metrics`
      const registered = await send(routes.webhooks.register, { webhookUrl })
      expect(registered.error).toMatchObject({
        code: 'WEBHOOK_URL_INVALID',
        details: [{ rule: 'ADDRESS_OWN' }],
      })
      const { data } = await send(routes.webhooks.check, { webhookUrl })
      expect(data.steps[0]).toMatchObject({ name: 'ADDRESS', ok: false })
    }
  for (const port of [metricsPort, chainPort, serverPort]) {
    const issuer = `https://127.0.0.1:${port}`
    const { code, stderr } = await run(
      `issuers add --partner ${svcPartnerId} --issuer ${issuer} --audience web`,
    )
    expect([port, code, stderr]).toEqual([port, 1, expect.stringContaining('this service itself')])
  }
})
