import { expect, test } from 'vitest'
import { startReceiver } from '../../../test/support/events/receiver.ts'
import { createOutbound, type OutboundParts } from './client.ts'

const outbound = (parts: Partial<OutboundParts>) =>
  createOutbound({
    environment: 'sandbox',
    resolve: () => Promise.resolve({ ok: false, failure: { message: 'does not exist' } }),
    ownAddresses: () => Promise.resolve(new Set<string>()),
    clock: () => performance.now(),
    ...parts,
  })

test('loopback: no port of our own, and none at all where others reach this machine', async () => {
  const receiver = await startReceiver({ http: (_incoming, outgoing) => void outgoing.end() })
  const { port } = receiver
  const url = `http://127.0.0.1:${port}/hook`
  const call = { url, headers: {}, body: '' }
  for (const [parts, rule] of [
    [{ ownPorts: new Set([port]) }, 'ADDRESS_OWN'],
    [{ mayCallLoopback: false }, 'ADDRESS_NOT_PUBLIC'],
  ] as const) {
    const refusing = outbound(parts)
    expect(await refusing.vet(url)).toMatchObject({ ok: false, failure: { rule } })
    expect(await refusing.post(call)).toMatchObject({ kind: 'failed', reason: 'ADDRESS' })
  }
  expect(await outbound({ ownPorts: new Set([port + 1]) }).post(call)).toMatchObject({
    status: 200,
  })
  receiver.close()
})
