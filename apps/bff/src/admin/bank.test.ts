import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCounterpartBank } from '@corridor/banks/testing'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { type AnyBody, ownBff } from '../../test/support/process/bff.ts'
import { jurisdictionOf } from '../../test/support/people/customers.ts'
import { openFunding } from '../../test/support/money/funding.ts'
import { expectConsistent } from '../../test/support/money/invariants.ts'
import { bankCommands } from './bank.ts'
import { Refused } from './base/command.ts'
import type { Site } from './base/site.ts'

const bff = ownBff()
let account: AnyBody
beforeAll(async () => {
  account = await openFunding(bff, (await jurisdictionOf(bff, 'DE')).id)
})

/** As it works beside a server that runs. */
async function command(name: keyof typeof bankCommands, options = {}): Promise<AnyBody> {
  const found = bankCommands[name]
  if (!('onSite' in found)) throw new Error('the command needs no site')
  const site = { ...bff.deps, published: () => bff.deps.wake.notify('events') }
  return found.onSite(site as unknown as Site, options)
}

/** A payment to an account without an owner; listed once it was taken in. */
async function stray(entryId: string, change: object = {}): Promise<AnyBody> {
  await bff.deps.bank.sandbox?.credit({
    entryId,
    countryCode: 'DE',
    routingNumber: 'CRDRDE20XXX',
    accountNumber: 'DE89370400440532013000',
    currency: 'EUR',
    minor: 1_250n,
    scale: 2,
    sender: { name: 'Nobody', account: '' },
    reference: 'rent for May',
    ...change,
  })
  bff.deps.wake.notify('bank')
  return vi.waitFor(async () => {
    const listed: AnyBody[] = await command('bank unmatched')
    const found = listed.find((entry) => entry.entryId === entryId)
    if (!found) throw new Error('not listed')
    return found
  })
}

test('`bank unmatched` lists deposits without an owner, with the reason', async () => {
  expect(await stray('stray 1')).toMatchObject({
    amount: '12.5',
    currency: 'EUR',
    sender: { name: 'Nobody' },
    reference: 'rent for May',
    problem: 'No transfer and no customer is named.',
  })
})

describe('`bank assign`', () => {
  const audit = () =>
    bff.deps.db.asWorker((tx) =>
      tx
        .selectFrom('audit')
        .select(['actor_id', 'object_id', 'after', 'reason'])
        .where('action', '=', 'bank_entry.assign')
        .execute(),
    )

  test('makes it a deposit of the customer, once, and says who did it and why', async () => {
    await stray('stray 2')
    const { fundingAccountId } = account
    const given = { entry: 'stray 2', funding: fundingAccountId, reason: 'the payer called' }
    const ends = await Promise.allSettled([
      command('bank assign', given),
      command('bank assign', given),
    ])
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const [deposit, ...others] = await bff.deps.db.asWorker((tx) =>
      tx.selectFrom('deposit').selectAll().where('bank_entry', '=', 'stray 2').execute(),
    )
    expect(others).toEqual([])
    expect(deposit).toMatchObject({ status: 'HELD', amount: 1_250n, currency: 'EUR' })
    expect(await audit()).toEqual([
      {
        actor_id: 'operator',
        object_id: 'stray 2',
        after: { fundingAccountId, amount: '12.5', currency: 'EUR' },
        reason: 'the payer called',
      },
    ])
    await expectConsistent(bff)
  })

  test.each([
    ['an entry that nobody knows', { entry: 'none' }, 'No unassigned entry has the id none'],
    ['an account that nobody has', { funding: 'fund_x' }, 'No funding account'],
    ['money of another currency', { entry: 'stray 4' }, 'The account takes EUR; this is GBP.'],
  ])('refuses %s', async (_what, change, why) => {
    await stray('stray 3')
    await stray('stray 4', { countryCode: 'GB', currency: 'GBP' })
    const given = { entry: 'stray 3', funding: account.fundingAccountId, ...change }
    const refused = command('bank assign', given)
    await expect(refused).rejects.toThrow(Refused)
    await expect(refused).rejects.toThrow(why)
    expect(await audit()).toHaveLength(1)
  })
})

describe('`bank import`, beside a simulated bank', () => {
  const file = (name: string, text: string) => {
    const path = join(bff.dataDir, name)
    writeFileSync(path, text)
    return path
  }

  test('credits a customer once, however often it is imported', async () => {
    const { accounts } = bff.deps.bankFiles
    const counterpart = createCounterpartBank({ accounts })
    const { depositAccountInfo: info } = account
    const credit = { countryCode: 'DE', currency: 'EUR', minor: 700n, scale: 2 }
    const sender = { name: 'Ada', account: '' }
    for (const [entryId, accountNumber] of [
      ['1', info.bank_account_number],
      ['2', 'DE02120300000000202051'],
    ])
      counterpart.credit({
        ...credit,
        sender,
        reference: '',
        entryId,
        routingNumber: info.bank_routing_number,
        accountNumber,
      })
    const path = file('day.xml', counterpart.notifications()[0] ?? '')
    expect(await command('bank import', { file: path })).toMatchObject({
      kind: 'camt.054',
      messageId: expect.stringMatching(/^NOTIFY/),
      isKnown: false,
      entries: 2,
      booked: 2,
      repeated: 0,
      matched: 1,
      unmatched: 1,
      waiting: 0,
      problem: '',
    })
    const again = { isKnown: true, entries: 2, booked: 0, repeated: 2, matched: 1, unmatched: 1 }
    expect(await command('bank import', { file: path })).toMatchObject(again)
    expect((await command('bank files')).in).toMatchObject([{ name: 'day.xml', booked: 2 }])
    await expectConsistent(bff)
  })

  test('refuses what is no file of a bank, and a file that is not there', async () => {
    const path = file('letter.xml', '<letter/>')
    await expect(command('bank import', { file: path })).rejects.toThrow('nothing of it was booked')
    await expect(command('bank import', { file: '/none.xml' })).rejects.toThrow('There is no file')
  })

  test('nothing waits for a file there', async () => {
    expect(await command('payouts export')).toEqual({ files: [] })
  })
})
