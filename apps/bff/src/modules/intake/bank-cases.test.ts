import { importFile } from '@corridor/banks'
import process from 'node:process'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  bankWorld,
  bookedOf,
  decideAll,
  depositsOf,
} from '../../../test/support/money/bank-world.ts'
import { camt, type CamtEntry } from '../../../test/support/money/camt.ts'
import { openFunding } from '../../../test/support/money/funding.ts'
import { expectConsistent } from '../../../test/support/money/invariants.ts'
import { aParty, rowOf } from '../../../test/support/money/ordinary.ts'
import { paidIn, readTransfer, started } from '../../../test/support/money/ordinary-flow.ts'
import { until } from '../../../test/support/money/wallets.ts'
import { jurisdictionOf } from '../../../test/support/people/customers.ts'
import { type AnyBody, ownBff } from '../../../test/support/process/bff.ts'
import { settleEntry } from '../deposits/bank-suspense-store.ts'
import { readFeed } from './bank-watcher.ts'
import { takeInDue } from './bank-intake.ts'

const bff = ownBff()
let first: AnyBody
let second: AnyBody
const accountOf = (country: string) => {
  const found = bff.deps.bankFiles.accounts.find(({ countryCode }) => countryCode === country)
  if (!found) throw new Error('no account')
  return found
}
const numberOf = (funding: AnyBody): string => funding.depositAccountInfo.bank_account_number
beforeAll(async () => {
  const germany = (await jurisdictionOf(bff, 'DE')).id
  first = await openFunding(bff, germany)
  second = await openFunding(bff, germany)
})

async function take(text: string) {
  const answer = await importFile({
    ...bff.deps.bankFiles,
    name: 'a file',
    read: () => [Buffer.from(text)],
  })
  await readFeed(bff.deps)
  await takeInDue(bff.deps, 1_000)
  return answer
}

/** What was credited on the accounts, by amount in minor units. */
async function credited(minor: bigint): Promise<AnyBody[]> {
  return bff.deps.db.asWorker((tx) =>
    tx
      .selectFrom('deposit')
      .select(['funding_account_id', 'status', 'held_reason', 'received_at'])
      .where('amount', '=', minor)
      .where('currency', '=', 'EUR')
      .execute(),
  )
}
const suspense = (minor: bigint) =>
  bff.deps.db.asWorker((tx) =>
    tx
      .selectFrom('bank_entry')
      .select(['kind', 'state', 'problem', 'payout_reference'])
      .where('amount', '=', minor)
      .where('state', '=', 'UNMATCHED')
      .execute(),
  )

let amount = 10_000
/** An amount that no other test has. */
function anAmount() {
  amount += 1
  return { minor: BigInt(amount), text: (amount / 100).toFixed(2) }
}
const day = '2026-11-27'
const german = () => accountOf('DE')

describe('one payment is one deposit', () => {
  test.each<[string, '052' | '053' | '054', Partial<CamtEntry>, Partial<CamtEntry>]>([
    ['the statement has a reference, the notification none', '054', {}, { reference: 'BANK9001' }],
    ['spaces differ', '052', { text: 'INV 7 OCTOBER' }, { text: 'INV 7  OCTOBER' }],
    ['capitals differ', '054', { payer: 'Ada Payer' }, { payer: 'ADA PAYER' }],
    ['names are cut and turned', '054', { payer: 'PAYER, ADA' }, { payer: 'Ada Payer' }],
    ['an account is a national number', '054', { payerAccount: '1245126199' }, {}],
    ['the references differ', '054', { reference: 'N1' }, { reference: 'S1' }],
  ])('%s', async (_, kind, before, after) => {
    const { minor, text } = anAmount()
    const same = { amount: text, day, payee: numberOf(first), endToEndId: `E-${minor}` }
    await take(camt(kind, german(), [{ ...same, ...before }]))
    await take(camt('053', german(), [{ ...same, ...after }]))
    expect(await credited(minor)).toHaveLength(1)
  })

  test('the same message again, and again with another id', async () => {
    const { minor, text } = anAmount()
    const entry = { amount: text, day: '2026-11-26', payee: numberOf(first) }
    const message = camt('054', german(), [entry])
    for (const file of [message, message, camt('054', german(), [entry])]) await take(file)
    expect(await credited(minor)).toHaveLength(1)
    await take(camt('053', german(), [entry]))
    expect(await credited(minor)).toHaveLength(1)
  })
})

describe('two payments are two deposits', () => {
  test('a reference that starts anew each day is no identity', async () => {
    const { minor, text } = anAmount()
    const same = { amount: text, reference: '0001' }
    const monday = { ...same, day: '2026-11-23', endToEndId: 'E-A', payee: numberOf(first) }
    const friday = {
      ...same,
      day: '2026-11-27',
      endToEndId: 'E-B',
      payee: numberOf(second),
      payer: 'Bob Other',
      payerAccount: 'DE02120300000000202051',
    }
    await take(camt('054', german(), [monday]))
    await take(camt('054', german(), [friday]))
    const found = await credited(minor)
    expect(new Set(found.map((deposit) => deposit.funding_account_id)).size).toBe(2)
  })

  test('two that are alike wait for the statement, which has both', async () => {
    const { minor, text } = anAmount()
    const entry = { amount: text, day: '2026-11-25', payee: numberOf(first) }
    await take(camt('054', german(), [entry]))
    await take(camt('054', german(), [entry]))
    expect(await credited(minor)).toHaveLength(1)
    await take(camt('053', german(), [entry, entry]))
    expect(await credited(minor)).toHaveLength(2)
  })

  test('two of one file are two at once', async () => {
    const { minor, text } = anAmount()
    const entry = { amount: text, day: '2026-11-24', payee: numberOf(first) }
    await take(camt('054', german(), [entry, entry]))
    expect(await credited(minor)).toHaveLength(2)
  })
})

describe('paid twice for one payment', () => {
  /** A statement of one day that opens with 1.00 and has so many equal payments. */
  const statement = (entry: CamtEntry, count = 1, opening = 100n) => {
    const [whole = '', part = ''] = entry.amount.split('.')
    const closing = opening + BigInt(count) * BigInt(whole + part)
    const balance = (code: string, minor: bigint) =>
      `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${minor / 100n}.${String(minor % 100n).padStart(2, '0')}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${entry.day}</Dt></Dt></Bal>`
    const balances = balance('OPBD', opening) + balance('CLBD', closing)
    return camt('053', german(), Array<CamtEntry>(count).fill(entry), { balances })
  }
  const notice = (entry: CamtEntry) => camt('054', german(), [entry])

  test.each<[string, number, (entry: CamtEntry) => string[]]>([
    ['a statement again with another id', 2, (of) => [statement(of, 2), statement(of, 2)]],
    [
      'a statement corrected in its words',
      1,
      (of) => [statement(of), statement({ ...of, text: 'CORRECTED', endToEndId: 'E-2' })],
    ],
    [
      'a notice after it with another id of the payer',
      1,
      (of) => [statement({ ...of, endToEndId: 'E-1' }), notice({ ...of, endToEndId: 'E-2' })],
    ],
    [
      'a notice after it of another name and account',
      1,
      (of) => [
        statement(of),
        notice({ ...of, payer: 'Bob', payerAccount: 'FR7630006000011234567890189' }),
      ],
    ],
    [
      'a notice before it, and one with another name',
      1,
      (of) => [notice(of), notice({ ...of, text: 'INV 8', payer: '' }), statement(of)],
    ],
    [
      'one id of the payer on two pages, which are two payments',
      2,
      (of) => {
        const [page, next] = ['1', '2'].map((reference) => ({
          ...of,
          reference,
          endToEndId: 'E',
        }))
        const opening = 100n + BigInt(of.amount.replace('.', ''))
        return page && next ? [statement(page), statement(next, 1, opening)] : []
      },
    ],
  ])('%s', async (_, count, filesOf) => {
    const { minor, text } = anAmount()
    const weekday = new Date(Date.UTC(2026, 5, 1 + Number(minor % 28n))).toISOString().slice(0, 10)
    for (const file of filesOf({ amount: text, day: weekday, payee: numberOf(first) })) {
      await take(file)
      expect((await credited(minor)).length).toBeLessThanOrEqual(count)
    }
    expect(await credited(minor)).toHaveLength(count)
  })
})

describe('what is not plain', () => {
  test('parts in the payer’s currency leave the whole entry in suspense', async () => {
    const { minor, text } = anAmount()
    const part = `<TxDtls><Amt Ccy="USD">100.00</Amt></TxDtls>`
    const details = `<NtryDtls>${part}${part}</NtryDtls>`
    await take(camt('054', german(), [{ amount: text, day, details }]))
    expect(await suspense(minor)).toMatchObject([{ kind: 'BATCH' }])
  })

  test('an odd entry is set aside, and the others are taken', async () => {
    const { minor, text } = anAmount()
    const payee = numberOf(first)
    const answer = await take(
      camt('054', german(), [
        { amount: '.05', day, payee },
        { amount: '-3.00', isDebit: true, day },
        { amount: text, day, payee },
      ]),
    )
    expect(answer).toMatchObject({ ok: true, counts: { booked: 2, aside: 1 } })
    expect([await credited(5n), await credited(minor)].map((found) => found.length)).toEqual([1, 1])
    const aside = await bff.deps.db.asWorker((tx) =>
      tx.selectFrom('bank_aside').select(['state', 'direction', 'line']).execute(),
    )
    expect(aside).toMatchObject([{ state: 'OPEN', direction: 'DEBIT', line: 2 }])
  })

  test('a batch is in suspense until it is listed, whichever comes first', async () => {
    for (const order of ['batch first', 'list first']) {
      const { minor, text } = anAmount()
      const third = minor / 3n
      const parts = [third, third, minor - 2n * third]
      const batch = `<NtryDtls><Btch><NbOfTxs>3</NbOfTxs></Btch></NtryDtls>`
      const detail = (part: bigint, place: number) =>
        `<TxDtls><Refs><EndToEndId>B-${minor}-${place}</EndToEndId></Refs><Amt Ccy="EUR">${(Number(part) / 100).toFixed(2)}</Amt><RltdPties><Dbtr><Nm>Payer ${place}</Nm></Dbtr><CdtrAcct><Id><IBAN>${numberOf(second)}</IBAN></Id></CdtrAcct></RltdPties></TxDtls>`
      const listed = `<NtryDtls>${parts.map(detail).join('')}</NtryDtls>`
      const entry = { amount: text, day: '2026-11-20', reference: `BATCH-${minor}` }
      const whole = () => take(camt('053', german(), [{ ...entry, details: batch }]))
      const list = () => take(camt('054', german(), [{ ...entry, details: listed }]))
      if (order === 'batch first') {
        await whole()
        expect(await suspense(minor)).toMatchObject([{ kind: 'BATCH' }])
        await list()
      } else {
        await list()
        await whole()
      }
      expect(await suspense(minor)).toEqual([])
      const found = await Promise.all([third, minor - 2n * third].map(credited))
      expect(found.flat().length).toBeGreaterThanOrEqual(3 - Number(third === minor - 2n * third))
    }
  })

  test('who really pays is looked up', async () => {
    const { minor, text } = anAmount()
    const payee = numberOf(first)
    const ultimatePayer = 'Ayman al-Zawahiri'
    await take(
      camt('054', german(), [{ amount: text, day, payee, payer: 'Pay Ltd', ultimatePayer }]),
    )
    expect(await credited(minor)).toMatchObject([{ status: 'HELD', held_reason: 'COMPLIANCE' }])
  })

  test('a date alone is no moment; a moment counts', async () => {
    const [dated, timed] = [anAmount(), anAmount()]
    const payee = numberOf(first)
    const before = new Date()
    await take(
      camt('054', german(), [
        { amount: dated.text, day: '2026-11-18', payee },
        { amount: timed.text, day: '2026-11-18', payee, at: '2026-11-18T10:30:00' },
      ]),
    )
    const [[byDate], [byTime]] = [await credited(dated.minor), await credited(timed.minor)]
    expect(byDate?.received_at.getTime()).toBeGreaterThanOrEqual(before.getTime() - 60_000)
    expect(byTime?.received_at).toEqual(new Date('2026-11-18T09:30:00Z'))
  })

  test('a credit whose text names a payout is offered as its return, and settled as that', async () => {
    const [from, to] = [await aParty(bff, 'US'), await aParty(bff, 'DE')]
    const { executionId } = await started(bff, from, to)
    await paidIn(bff, executionId)
    await until(bff, executionId, 'COMPLETED')
    const transfer = await rowOf(bff, executionId)
    const payout = await bff.deps.db.asWorker((tx) =>
      tx
        .selectFrom('payout')
        .select(['id', 'amount'])
        .where('transfer_id', '=', transfer.id)
        .executeTakeFirstOrThrow(),
    )
    const id = payout.id.replaceAll('-', '')
    const text = `RETURN OF PAYMENT ${id} AC01`
    const returned = (Number(payout.amount) / 100).toFixed(2)
    await take(
      camt('054', german(), [
        { amount: returned, day, text, payer: 'Some Bank', payerAccount: '' },
      ]),
    )
    expect(await suspense(payout.amount)).toMatchObject([
      {
        kind: 'CREDIT',
        payout_reference: payout.id,
        problem: expect.stringContaining('come back'),
      },
    ])
    const [held] = await bff.deps.db.asWorker((tx) =>
      tx
        .selectFrom('bank_entry')
        .select('entry_id')
        .where('payout_reference', '=', payout.id)
        .execute(),
    )
    const entryId = held?.entry_id ?? ''
    expect(await bff.deps.db.asWorker((tx) => settleEntry(tx, entryId, { kind: 'RETURN' }))).toBe(
      true,
    )
    await takeInDue(bff.deps, 1_000)
    await expect.poll(async () => (await readTransfer(bff, executionId))['refunds'].length).toBe(1)
  })

  test('a debit that nobody knows is in the books, and decidable', async () => {
    const { minor, text } = anAmount()
    await take(
      camt('053', german(), [{ amount: text, isDebit: true, day: '2026-11-17', details: '' }]),
    )
    expect(await suspense(minor)).toMatchObject([{ kind: 'DEBIT' }])
  })
})

describe('an account that is not ours', () => {
  test.each([
    ['a foreign IBAN', { accountNumber: 'DE75512108001245126199', currency: 'EUR' }],
    ['our number in another currency', { accountNumber: '', currency: 'USD' }],
    ['our number with other check digits', { accountNumber: 'DE00', currency: 'EUR' }],
    ['a number at another bank', { accountNumber: '99999999', currency: 'GBP' }],
    ['a customer’s account', { accountNumber: 'CUSTOMER', currency: 'EUR' }],
  ])('%s books nothing', async (_, { accountNumber, currency }) => {
    const { minor, text } = anAmount()
    const own = german().accountNumber
    const number = {
      '': own,
      DE00: `DE00${own.slice(4)}`,
      CUSTOMER: numberOf(first),
    }[accountNumber]
    const account = { accountNumber: number ?? accountNumber, currency }
    const answer = await take(camt('053', account, [{ amount: text, day, payee: numberOf(first) }]))
    expect(answer).toMatchObject({ ok: false, reason: expect.stringContaining('not known') })
    expect(await credited(minor)).toEqual([])
  })

  test('the forms in which a bank writes ours are ours', async () => {
    const british = accountOf('GB')
    const { minor, text } = anAmount()
    const number = `${british.routingNumber}${british.accountNumber}`
    const account = { accountNumber: number, currency: 'GBP' }
    const answer = await take(camt('053', account, [{ amount: text, day, payee: number }]))
    expect(answer).toMatchObject({ ok: true, counts: { entries: 1, booked: 1 } })
    expect(await suspense(minor)).toHaveLength(1)
  })
})

const firstSeed = Number(process.env['FIRST_SEED'] ?? Date.now() % 1_000_000)

test.each(Array.from({ length: process.env['FULL'] ? 20 : 1 }, (_, place) => place))(
  `a bank reports as it likes, and each payment is one deposit (FIRST_SEED=${firstSeed}), %i`,
  async (place) => {
    const payees = [numberOf(first), numberOf(second)]
    const world = bankWorld(firstSeed + place, { account: german(), payees, place })
    const isBeyond = (counts: ReadonlyMap<string, number>) =>
      [...counts].filter(([key, count]) => count > (world.paid.get(key) ?? 0))
    for (const text of world.files) {
      const answer = await importFile({
        ...bff.deps.bankFiles,
        name: 'a file',
        read: () => [Buffer.from(text)],
      })
      expect(answer).toMatchObject({ ok: true })
      expect(isBeyond(await bookedOf(bff, place))).toEqual([])
    }
    await decideAll(bff, place, world.paid)
    await readFeed(bff.deps)
    await takeInDue(bff.deps, 1_000)
    expect(await bookedOf(bff, place)).toEqual(world.paid)
    expect(await depositsOf(bff, place)).toEqual(world.paid)
  },
)

test('the books agree', async () => {
  await expectConsistent(bff)
})
