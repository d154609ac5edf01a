import { stampWithApiKey } from '@corridor/signing'
import { checkSignedTransaction } from '@corridor/signing/evm'
import { expect, test } from 'vitest'
import type { Execute, Signer } from '../src/index.ts'
import { newId, newWallet, partnerId, transferOf, value } from './harness.ts'
import { openSignerChild } from './signer-child.ts'

type Wallet = Awaited<ReturnType<typeof newWallet>>

/** A prepared transfer and the stamp over it, ready to be submitted. */
async function prepareTransfer(signer: Signer, wallet: Wallet, nonce: number) {
  const activityId = newId('act')
  const { entityId, key, address } = wallet
  const { parameters, bounds } = transferOf(address, { nonce })
  const validUntil = '2100-01-01T00:00:00.000Z'
  const type = 'ACTIVITY_TYPE_SIGN_TRANSACTION' as const
  const asked = { activityId, entityId, partnerId, type, parameters, bounds, validUntil }
  const { payload } = value(await signer.prepare(asked))
  const stamp = stampWithApiKey(payload, key)
  const submit: Execute = { activityId, entityId, stamp, signatureType: 'ApiKey' }
  const expected = { unsignedTransaction: parameters.unsignedTransaction, from: address }
  return { submit, expected }
}

const count = process.env['FULL'] ? 100 : 30

test(`the signer killed -9 during ${count} signatures: each is made once, and none is lost`, async () => {
  const { admin, remote, inside, start, kill } = await openSignerChild()
  await start()
  const wallets: Wallet[] = []
  for (let index = 0; index < 10; index += 1) wallets.push(await newWallet(remote))
  const stateOf = async () => {
    const { rows } = await admin.query<{ id: string; state: string }>(
      `select activity_id as id, state from signer.activity
       where type = 'ACTIVITY_TYPE_SIGN_TRANSACTION'`,
    )
    return new Map(rows.map(({ id, state }) => [id, state]))
  }
  const signed = new Map<string, string>()
  const cutOff: string[] = []
  for (const killAfter of [1, Math.floor(count * 0.4)]) {
    const transfers = await Promise.all(
      Array.from({ length: count }, (_, index) => {
        const wallet = wallets[index % wallets.length]
        if (!wallet) throw new Error('no wallet')
        return prepareTransfer(remote, wallet, index)
      }),
    )
    let answers = 0
    const submitAll = (isFirst: boolean) =>
      transfers.map(async ({ submit }) => {
        try {
          const done = value(await remote.execute(submit))
          answers += 1
          if (isFirst && answers === killAfter) void kill()
          const bytes = String(done.result['signedTransaction'])
          // Whoever was answered once is answered the same ever after.
          expect(signed.get(submit.activityId) ?? bytes).toBe(bytes)
          signed.set(submit.activityId, bytes)
          return 'signed' as const
        } catch (error) {
          expect(error).toMatchObject({ name: 'SignerUnavailable', code: 'SIGNER_UNAVAILABLE' })
          cutOff.push(submit.activityId)
          return 'unavailable' as const
        }
      })
    const first = await Promise.all(submitAll(true))
    expect(first.filter((outcome) => outcome === 'unavailable').length).toBeGreaterThan(0)

    await kill()
    const states = await stateOf()
    for (const { submit } of transfers) {
      const state = states.get(submit.activityId)
      expect(['PREPARED', 'COMPLETED']).toContain(state)
      if (signed.has(submit.activityId)) expect(state).toBe('COMPLETED')
    }
    await start()
    expect(new Set(await Promise.all(submitAll(false)))).toEqual(new Set(['signed']))
    for (const { submit, expected } of transfers)
      value(checkSignedTransaction(signed.get(submit.activityId) ?? '', expected))
  }
  expect(new Set((await stateOf()).values())).toEqual(new Set(['COMPLETED']))
  // One line for each, whoever was cut off in between.
  const { rows } = await admin.query(
    `select count(*)::int as lines, count(distinct activity_id)::int as activities
     from signer.audit_line where action = 'ACTIVITY_TYPE_SIGN_TRANSACTION'`,
  )
  expect(rows).toEqual([{ lines: 2 * count, activities: 2 * count }])
  expect((await inside.verifyAudit()).broken).toEqual([])
  expect(cutOff.length).toBeGreaterThan(0)
}, 90_000)
