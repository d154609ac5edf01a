import { parseId } from '@corridor/domain'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  accountIn,
  aParty,
  aQuote,
  quote,
  type Side,
} from '../../../../test/support/money/ordinary.ts'
import { type AnyBody, sharedBff } from '../../../../test/support/process/bff.ts'

const bff = sharedBff()
let germany: Side
let britain: Side
const thirdParty = { ownership: 'THIRD_PARTY', accountHolder: { name: 'Grace Payee' } }
beforeAll(async () => {
  const parties = [aParty(bff, 'DE'), aParty(bff, 'GB', thirdParty)]
  const [payer, payee] = await Promise.all(parties)
  if (!payer || !payee) throw new Error('no parties')
  ;[germany, britain] = [payer, payee]
})

/** As an account of earlier releases is stored. */
const setAccount = ({ accountId }: Side, rails: string[], name: string) =>
  bff.deps.db.asWorker((tx) =>
    sql`update external_account set rails = ${rails},
        holder = jsonb_set(holder, '{name}', ${JSON.stringify(name)}::jsonb)
      where id = ${parseId('acc', accountId)}`.execute(tx),
  )
const quoted = async (rail?: string) => {
  const { status, body } = await quote(bff, aQuote(germany, britain, rail ? { rail } : {}))
  const [first] = (body.error?.details ?? []) as AnyBody[]
  return { status, code: body.error?.code, path: first?.path, message: first?.message, first }
}

describe('transfers.simulate to an account that lacks what its banks ask for', () => {
  test('422: over a rail that needs the town of the payee, and which rails do not', async () => {
    await setAccount(britain, ['FASTER_PAYMENTS', 'CHAPS'], 'Grace Payee')
    const refused = await quoted('CHAPS')
    expect(refused).toMatchObject({ status: 422, code: 'CORRIDOR_UNAVAILABLE', path: 'rail' })
    expect(refused.message).toContain('town and country of the payee')
    expect(refused.first.allowed).toEqual(['FASTER_PAYMENTS'])
    expect((await quoted()).status).toBe(200)
    const address = { city: 'London', country: 'GB' }
    const holder = { ...thirdParty, accountHolder: { ...thirdParty.accountHolder, address } }
    expect(await accountIn(bff, britain.entityId, 'GB', holder)).toBe(britain.accountId)
    expect((await quoted('CHAPS')).status).toBe(200)
  })

  test('422: whose holder has no name that banks can write', async () => {
    await setAccount(britain, ['FASTER_PAYMENTS'], 'محمد علي')
    const refused = await quoted()
    expect(refused).toMatchObject({ status: 422, code: 'CORRIDOR_UNAVAILABLE' })
    expect(refused).toMatchObject({ path: 'toAccountId' })
    expect(refused.message).toContain('Latin letters')
    expect(refused.message).toContain('accountHolder.latinName')
  })

  test('422, then 200: for a customer whose name no bank can write', async () => {
    await setAccount(britain, ['FASTER_PAYMENTS'], 'Grace Payee')
    await bff.deps.db.asWorker((tx) =>
      sql`update entity set first_name = '', last_name = 'محمد'
        where id = ${parseId('ent', germany.entityId)}`.execute(tx),
    )
    const refused = await quoted()
    expect(refused).toMatchObject({
      status: 422,
      path: 'fromEntityId',
      first: { member: 'latinName' },
    })
    const path = `/api/v1/xfer/entity/${germany.entityId}`
    const body = { latinName: 'Mohammed' }
    expect((await bff.send(path, { method: 'PUT', body, headers: {} })).status).toBe(200)
    expect((await quoted()).status).toBe(200)
    const again = await bff.send(path, { method: 'PUT', body: { latinName: 'M' }, headers: {} })
    expect([again.status, again.body.error.code]).toEqual([422, 'ENTITY_FIELD_LOCKED'])
  })
})
