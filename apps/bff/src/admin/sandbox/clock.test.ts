import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { routes } from '@corridor/contract/routes'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { admin } from '../../../test/support/process/admin.ts'
import { freePort, makeServer, type Running } from '../../../test/support/process/server.ts'

// Every command is a process of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

let place: Awaited<ReturnType<typeof makeServer>>
let server: Running
let token: string
let metricsPort: number
const env = { SANDBOX_CLOCK: 'operator' }
const run = (command: string, ...more: string[]) =>
  admin(place.dataDir, [...command.split(' '), ...more], env)

beforeAll(async () => {
  place = await makeServer()
  metricsPort = await freePort()
  server = await place.start({ ...env, METRICS_PORT: String(metricsPort) })
  const { json } = await run('partner create --name Heron')
  const { svcPartnerId } = json as { svcPartnerId: string }
  const key = await run(`api-key issue --partner ${svcPartnerId} --scopes all`)
  token = (key.json as { apiToken: string }).apiToken
}, 120_000)
afterAll(() => place.remove(), 60_000)

// oxlint-disable-next-line typescript/no-explicit-any -- read as it came
async function call(path: string, body?: object): Promise<any> {
  const response = await fetch(`${server.baseUrl}/api/v1/sandbox/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'x-api-token': token, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return response.json()
}

const serviceNow = async () => Date.parse((await call('clock')).data.now)
const dayMs = 86_400_000

/** The time of the dev chain's newest block. */
async function chainNow(): Promise<number> {
  const file = JSON.parse(readFileSync(join(place.dataDir, 'devchain.json'), 'utf8'))
  const params = ['latest', false]
  const answer = await fetch(`http://127.0.0.1:${(file as { port: number }).port}`, {
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
  for (const [command, code, said] of refused)
    expect(await run(command)).toMatchObject({ code, stderr: expect.stringContaining(said) })
})

test('with METRICS_PORT the metrics are there alone, and no webhook may lead there', async () => {
  expect((await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).status).toBe(200)
  expect((await fetch(`http://127.0.0.1:${metricsPort}/readyz`)).status).toBe(404)
  expect((await fetch(`${server.baseUrl}/metrics`)).status).toBe(404)
  const refused = await fetch(`${server.baseUrl}${routes.webhooks.register.path}`, {
    method: routes.webhooks.register.method,
    headers: { 'x-api-token': token, 'content-type': 'application/json' },
    body: JSON.stringify({ url: `http://127.0.0.1:${metricsPort}/metrics` }),
  })
  expect(await refused.json()).toMatchObject({ success: false })
})
