import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  anAccount,
  anIban,
  countryId,
  externalBase as base,
} from '../../../../test/support/money/accounts.ts'
import { sharedBff } from '../../../../test/support/process/bff.ts'
import { makeEntity } from '../../../../test/support/money/wallets.ts'
import { maskNumber } from './secrets.ts'

const bff = sharedBff()

test('a masked number shows its end alone, and never more than half of it', () => {
  expect(['', '1234', '12345', '12345678', '123456789'].map(maskNumber)).toEqual([
    '',
    '••••',
    '••••45',
    '••••78',
    '••••6789',
  ])
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9A-Z]{1,34}$/), (number) => {
      const shown = maskNumber(number).replace('••••', '')
      expect(number.endsWith(shown)).toBe(true)
      expect(shown.length).toBeLessThanOrEqual(number.length / 2)
    }),
  )
})

describe('accounts.addExternal', () => {
  test('200: whole numbers are sealed: no table has them as text or bytes', async () => {
    const planted = '271828182845'
    const us = { jurisdictionId: await countryId(bff, 'US'), rail: undefined }
    const account = {
      accountNumber: planted,
      bankRoutingNumber: '021000021',
      accountType: 'CHECKING',
    }
    const entityId = await makeEntity(bff)
    const body = { ...anIban(), ...us, entityId, account }
    const added = await bff.post(`${base}/add`, body, { 'idempotency-key': 'planted' })
    expect(added.status).toBe(200)
    const { accountId } = added.body.data
    expect(added.body.data.account.accountNumber).toBe('••••2845')
    const read = await bff.get(`${base}/${accountId}`)
    expect(read.body.data.account.accountNumber).toBe(planted)
    const { rows } = await bff.deps.db.asWorker((tx) =>
      sql<{ name: string }>`select table_name as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE'
        and has_table_privilege(quote_ident(table_name), 'select')`.execute(tx),
    )
    const kept = ['external_account', 'event', 'audit', 'idempotency_key']
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(kept))
    const hex = Buffer.from(planted).toString('hex')
    for (const { name } of rows) {
      const found = await bff.deps.db.asWorker((tx) =>
        sql`select 1 from ${sql.table(name)} t where t::text like ${`%${planted}%`}
          or t::text like ${`%${hex}%`}`.execute(tx),
      )
      expect([name, found.rows.length]).toEqual([name, 0])
    }
  })

  test('200: a sealed record belongs to its row alone', async () => {
    const [first, two] = [await anAccount(bff), await anAccount(bff)]
    await bff.deps.db.asWorker((tx) =>
      sql`update external_account a set sealed_account = b.sealed_account from external_account b
        where a.fingerprint = ${first.fingerprint} and b.fingerprint = ${two.fingerprint}
        and a.entity_id <> b.entity_id`.execute(tx),
    )
    const read = await bff.get(`${base}/${first.accountId}`)
    expect([read.status, read.body.error.code]).toEqual([500, 'INTERNAL'])
  })
})
