import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { accountKey } from '@corridor/banks'
import { createCounterpartBank } from '@corridor/banks/testing'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { type AnyBody, ownBff } from '../../test/support/process/bff.ts'
import { jurisdictionOf } from '../../test/support/people/customers.ts'
import { camt } from '../../test/support/money/banks/camt.ts'
import { takeFile } from '../../test/support/money/banks/files.ts'
import { openFunding } from '../../test/support/money/funding.ts'
import { aParty, rowOf } from '../../test/support/money/ordinary.ts'
import { aQuoteOf } from '../../test/support/money/ordinary-flow.ts'
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

describe('what a person decides', () => {
  const german = () => {
    const found = bff.deps.bankFiles.accounts.find(({ countryCode }) => countryCode === 'DE')
    if (!found) throw new Error('no account')
    return found
  }
  const taken = (text: string) => command('bank import', { file: fileOf(text) })
  let serial = 0
  const fileOf = (text: string) => {
    const path = join(bff.deps.config.BANK_FILES_DIR, `decided-${(serial += 1)}.xml`)
    mkdirSync(bff.deps.config.BANK_FILES_DIR, { recursive: true })
    writeFileSync(path, text)
    return path
  }
  const payee = () => account.depositAccountInfo.bank_account_number as string
  const deposits = (minor: bigint) =>
    vi.waitFor(async () => {
      const rows = await bff.deps.db.asWorker((tx) =>
        tx.selectFrom('deposit').select('id').where('amount', '=', minor).execute(),
      )
      return rows.length
    })

  test('two notices of one day are parted, joined, and shown with what each has', async () => {
    for (const [amount, minor, decision] of [
      ['71.11', 7_111n, 'part'],
      ['72.22', 7_222n, 'join'],
    ] as const) {
      const entry = { amount, day: '2026-03-02', payee: payee(), text: `INV ${amount}` }
      await taken(camt('054', german(), [entry]))
      await taken(camt('054', german(), [entry]))
      const listed: AnyBody[] = await command('bank payments', { state: 'HELD' })
      const held = listed.find((item) => item.amount === amount)
      expect(held).toMatchObject({
        state: 'HELD',
        heldFor: 'PERHAPS_REPEATED',
        messages: [{ kind: 'camt.054', line: 1, amount }],
        likelyMessages: [{ kind: 'camt.054', line: 1, amount }],
      })
      const options = { payment: held.id, reason: 'asked the bank' }
      await command(`bank payments ${decision}`, options)
      await expect(command(`bank payments ${decision}`, options)).rejects.toThrow(Refused)
      const expected = decision === 'part' ? 2 : 1
      await vi.waitFor(async () => expect(await deposits(minor)).toBe(expected))
    }
    await expectConsistent(bff)
  })

  test('a line that could not be read is booked by hand, or stands for nothing', async () => {
    const odd = { amount: '1.234,50', day: '2026-03-03' }
    await taken(camt('054', german(), [odd, { ...odd, amount: '-7' }]))
    const [first, second]: AnyBody[] = await command('bank set-aside')
    expect(first).toMatchObject({ line: 1, source: expect.stringContaining('1.234,50') })
    const given = {
      line: first.id,
      as: 'CREDIT',
      day: '2026-03-03',
      reason: 'as the bank confirmed',
    }
    await expect(command('bank set-aside book', { ...given, amount: '0' })).rejects.toThrow(Refused)
    const booked = await command('bank set-aside book', {
      ...given,
      amount: '1234.50',
      payer: 'Ada',
    })
    await expect(command('bank set-aside book', { ...given, amount: '5' })).rejects.toThrow(Refused)
    await command('bank set-aside dismiss', { line: second.id, reason: 'a test of the bank' })
    expect(await command('bank set-aside')).toEqual([])
    const unmatched = await vi.waitFor(async () => {
      const listed: AnyBody[] = await command('bank unmatched')
      const found = listed.find((item) => item.entryId === booked.payment)
      if (!found) throw new Error('not taken in')
      return found
    })
    const owner = { entry: unmatched.entryId, funding: account.fundingAccountId }
    expect(await command('bank assign', { ...owner, reason: 'her money' })).toMatchObject({
      state: 'DEPOSIT',
    })
    await expectConsistent(bff)
  })

  test('a debit that nobody knows is the bank’s charge, and nobody’s deposit', async () => {
    const entry = { amount: '3.33', isDebit: true, day: '2026-03-04', details: '' }
    await taken(camt('053', german(), [entry]))
    const found = await vi.waitFor(async () => {
      const listed: AnyBody[] = await command('bank unmatched')
      const debit = listed.find((item) => item.kind === 'DEBIT' && item.amount === '3.33')
      if (!debit) throw new Error('not taken in')
      return debit
    })
    const entryOfIt = { entry: found.entryId, reason: 'its fees' }
    const assigned = { ...entryOfIt, funding: account.fundingAccountId }
    await expect(command('bank assign', assigned)).rejects.toThrow('bank settle')
    await command('bank settle', { ...entryOfIt, as: 'CHARGE' })
    await vi.waitFor(async () => {
      const listed: AnyBody[] = await command('bank unmatched')
      expect(listed.some((item) => item.entryId === found.entryId)).toBe(false)
    })
    await expectConsistent(bff)
  })

  test('a file is tried, line by line, and nothing changes', async () => {
    const entries = [
      { amount: '81.11', day: '2026-03-05', payee: payee() },
      { amount: '82.22', day: '2026-03-05' },
      { amount: 'x', day: '2026-03-05' },
    ]
    const path = fileOf(camt('054', german(), entries))
    const before = await command('bank payments')
    const tried = await command('bank try', { file: path })
    expect(tried).toMatchObject({
      lines: [{ outcome: 'CREDITED' }, { outcome: 'SUSPENSE' }],
      setAside: [{ line: 3 }],
    })
    expect(await command('bank payments')).toEqual(before)
    const table = await command('bank try', { file: path, readable: 'yes' })
    expect(table.text).toMatch(/^line +outcome +bookedOn/)
    const foreign = fileOf(
      camt('054', { accountNumber: 'DE75512108001245126199', currency: 'EUR' }, entries),
    )
    await expect(command('bank try', { file: foreign })).rejects.toThrow('would be refused')
  })

  test('a payment that the closed day does not have is a difference until it is explained', async () => {
    const balance = (code: string, sum: string) =>
      `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${sum}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-03-06</Dt></Dt></Bal>`
    const balances = balance('OPBD', '0') + balance('CLBD', '5.00')
    const entry = { amount: '91.11', day: '2026-03-06', payee: payee() }
    await taken(camt('054', german(), [entry]))
    await taken(camt('053', german(), [{ ...entry, amount: '5.00' }], { balances }))
    const breaks: AnyBody[] = await command('bank breaks')
    const found = breaks.find((item) => item.difference === '91.11')
    expect(found).toMatchObject({ kind: 'NOT_ON_STATEMENT', day: '2026-03-06' })
    const resolved = { break: found.id, reason: 'the bank corrected it' }
    expect(await command('bank breaks resolve', resolved)).toMatchObject({ state: 'RESOLVED' })
    await expect(command('bank breaks resolve', resolved)).rejects.toThrow(Refused)
  })

  test('how the bank of an account writes is learned, and set', async () => {
    const [first]: AnyBody[] = (await command('bank profile')).filter(
      (row: AnyBody) => row.learned.references !== undefined,
    )
    expect(first).toMatchObject({ learned: { references: expect.any(String) }, set: {} })
    const given = { account: first.account, references: 'PER_DAY', cutOff: '14:00' }
    const shown = async (options: object) => {
      const table = await command('bank profile', { ...options, readable: 'yes' })
      return table.text.split('\n').find((line: string) => line.startsWith(first.account))
    }
    expect(await shown({})).toContain(`${first.learned.references} (learned)`)
    expect(await shown(given)).toMatch(/PER_DAY \(set\).*14:00 \(set\)/)
    // What is set later stays beside it.
    expect(await shown({ account: first.account, zone: 'Asia/Tokyo' })).toMatch(
      /PER_DAY \(set\).*Asia\/Tokyo \(set\).*14:00 \(set\)/,
    )
    expect(await shown({ account: first.account, forget: 'yes', notices: 'no' })).toMatch(
      /\(learned\) +no \(set\) +Europe\/Berlin +the rail’s/,
    )
  })

  test('what is set counts for what the bank writes and for what it is ordered', async () => {
    const bank = bff.deps.bankFiles.accounts.find(({ countryCode }) => countryCode === 'DE')
    if (!bank) throw new Error('no account')
    const key = accountKey(bank)
    const set = { zone: 'Asia/Tokyo', cutOff: '14:00', grossDetails: 'yes', notices: 'yes' }
    await command('bank profile', { account: key, ...set })
    const landsOn = account.depositAccountInfo.bank_account_number
    const part = (amount: string) =>
      `<TxDtls><Amt Ccy="EUR">${amount}</Amt><RltdPties><Dbtr><Nm>Ada Payer</Nm></Dbtr><CdtrAcct><Id><IBAN>${landsOn}</IBAN></Id></CdtrAcct></RltdPties></TxDtls>`
    const details = `<NtryDtls>${part('6789.00')}${part('1234.00')}</NtryDtls>`
    const balances = ['OPBD', 'CLBD'].map(
      (code, place) =>
        `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${place * 8_000}.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-12</Dt></Dt></Bal>`,
    )
    const text = camt('053', bank, [{ amount: '8000.00', day: '2026-11-12', details }], {
      balances: balances.join(''),
    })
    const answer = await takeFile(bff, text)
    expect(answer).toMatchObject({
      counts: { booked: 2 },
      problem: expect.stringContaining('2 credits of the statement were in no notification'),
    })
    // The day begins in the bank's zone.
    const bookedFrom = new Date('2026-11-11T15:00:00Z')
    const booked = await bff.deps.db.asWorker((tx) =>
      tx
        .selectFrom('deposit')
        .select(['amount', 'booked_from'])
        .where('booked_from', '=', bookedFrom)
        .orderBy('amount')
        .execute(),
    )
    expect(booked).toEqual([
      { amount: 123_047n, booked_from: bookedFrom },
      { amount: 676_953n, booked_from: bookedFrom },
    ])
    const [from, to] = [await aParty(bff, 'US'), await aParty(bff, 'DE')]
    const { executionId } = await aQuoteOf(bff, from, to)
    const { quote } = await rowOf(bff, executionId)
    expect(quote).toMatchObject({ cutOff: { time: '14:00', zone: 'Asia/Tokyo' } })
    await command('bank profile', { account: key, forget: 'yes' })
  })

  test('calendars of what is used reach far enough', async () => {
    const table = await command('bank calendars', { readable: 'yes' })
    expect(table.text).toMatch(/DE +SEPA_CREDIT +EUR +European Central Bank +\d{4}-12-31\n/)
  })

  test.each([
    ['zone', 'Berlin', 'a time zone'],
    ['cutOff', '25:00', 'a time such as'],
    ['encoding', 'latin2-ish', 'an encoding'],
    ['encoding', 'utf-16le', 'an encoding'],
    ['notices', 'maybe', 'yes or no'],
    ['account', 'DE/EUR/of nobody', 'No account'],
  ])('of a bank’s profile no %s is %s', async (name, value, problem) => {
    const [first]: AnyBody[] = await command('bank profile')
    await expect(
      (async () => command('bank profile', { account: first.account, [name]: value }))(),
    ).rejects.toThrow(problem)
  })
})
