import { describe, expect, test } from 'vitest'
import { sharedBff } from '../../../test/support/process/bff.ts'
import { readConfig } from '../../config/config.ts'

const bff = sharedBff({ HOST: '0.0.0.0' })
const read = async () => Date.parse((await bff.get('/api/v1/sandbox/clock')).body.data.now)

describe('sandbox.advanceClock in a sandbox that others reach', () => {
  test('403 SCOPE_MISSING: no partner moves the clock of the others', async () => {
    const refused = await bff.post('/api/v1/sandbox/clock/advance', { seconds: 86_400 })
    expect([refused.status, refused.body.error.code]).toEqual([403, 'SCOPE_MISSING'])
    expect(await read()).toBeLessThan(Date.now() + 60_000)
  })

  const hosts: [string, string, string | undefined, string][] = [
    ['localhost', 'shared', undefined, 'by itself'],
    ['127.0.0.1', 'shared', undefined, 'by itself'],
    ['::1', 'shared', undefined, 'by itself'],
    ['0.0.0.0', 'operator', undefined, 'by itself'],
    ['sandbox.example', 'operator', undefined, 'by itself'],
    ['0.0.0.0', 'shared', 'shared', 'as set'],
    ['localhost', 'operator', 'operator', 'as set'],
  ]
  test.each(hosts)('HOST=%s: the clock is %s', (HOST, expected, SANDBOX_CLOCK) => {
    const given = { DATA_DIR: '/nowhere', HOST, ...(SANDBOX_CLOCK && { SANDBOX_CLOCK }) }
    expect(readConfig(given, '/').SANDBOX_CLOCK).toBe(expected)
  })
})

test('webhooks lead to no port of this machine where others reach the sandbox', async () => {
  const judged = await bff.deps.outbound.vet('http://127.0.0.1:9999/hook')
  expect(judged).toMatchObject({ ok: false, failure: { rule: 'ADDRESS_NOT_PUBLIC' } })
})
