import { describe, expect, test } from 'vitest'
import type { BankUpdate, PayoutInstruction } from '../port/bank.ts'
import { createMemoryBooks } from '../testing/memory-books.ts'
import { describeBankPort } from '../testing/port-suite.ts'
import { createSimulatedBank } from './bank.ts'

const daySeconds = 86_400

function start() {
  const books = createMemoryBooks()
  const bank = createSimulatedBank({ books, answerMsMax: 20 })
  return { books, bank, faults: bank.sandbox.faults }
}
const order = (name: string, reference = 'payout 1'): PayoutInstruction => ({
  reference,
  countryCode: 'DE',
  rail: 'SEPA_CREDIT',
  currency: 'EUR',
  minor: 5_000n,
  scale: 2,
  beneficiary: { name, account: { bankIban: 'DE89370400440532013000' } },
  remittance: 'INV 7',
})
const pay = (bank: ReturnType<typeof start>['bank'], count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, i) =>
      bank.sandbox.credit({
        entryId: `entry ${i}`,
        countryCode: 'DE',
        routingNumber: '1',
        accountNumber: '2',
        currency: 'EUR',
        minor: 100n,
        scale: 2,
        sender: { name: 'Ada', account: '' },
        reference: '',
      }),
    ),
  )

describeBankPort('simulated', () => {
  const { bank, books } = start()
  const names = { PAID: 'Ada', REFUSED: 'FAIL RAIL_REJECTED', RETURNED: 'RETURN x' }
  return Promise.resolve({
    bank,
    payee: (fate) => ({ name: names[fate], account: {} }),
    credit: (credit) => bank.sandbox.credit(credit),
    settle: () => Promise.resolve(books.advance(60_000)),
    close: () => Promise.resolve(),
  })
})

describe('names of payees', () => {
  test.each([
    ['FAIL BENEFICIARY_ACCOUNT_CLOSED', 'BENEFICIARY_ACCOUNT_CLOSED'],
    [' fail  rail_rejected ', 'RAIL_REJECTED'],
    ['FAIL', 'BENEFICIARY_ACCOUNT_INVALID'],
    ['FAIL 7', 'BENEFICIARY_ACCOUNT_INVALID'],
  ])('%s is refused with %s within a second', async (name, code) => {
    const { bank, books } = start()
    expect(await bank.submitPayout(order(name))).toMatchObject({ value: { status: 'PENDING' } })
    books.advance(1_000)
    expect(await bank.payoutState('payout 1')).toMatchObject({
      value: { status: 'REJECTED', code },
    })
    expect(await bank.entries('', 10)).toEqual({ ok: true, value: [] })
  })

  test('RETURN <CODE> is paid within a second and comes back a few seconds later, once', async () => {
    const { bank, books } = start()
    await bank.submitPayout(order('RETURN BENEFICIARY_RETURNED'))
    books.advance(1_000)
    expect(await bank.payoutState('payout 1')).toMatchObject({ value: { status: 'CONFIRMED' } })
    expect(await bank.entries('', 10)).toEqual({ ok: true, value: [] })
    books.advance(4_000)
    const returned = { kind: 'RETURN', payoutReference: 'payout 1', code: 'BENEFICIARY_RETURNED' }
    for (const _ of [1, 2]) expect(await bank.entries('', 10)).toMatchObject({ value: [returned] })
  })

  test('SLOW is paid when a day has gone by, and not before', async () => {
    const { bank, books } = start()
    await bank.submitPayout(order('Slow'))
    books.advance((daySeconds - 1) * 1_000)
    expect(await bank.payoutState('payout 1')).toMatchObject({ value: { status: 'PENDING' } })
    books.advance(1_000)
    expect(await bank.payoutState('payout 1')).toMatchObject({ value: { status: 'CONFIRMED' } })
  })

  test.each(['Ada Okonkwo', 'Failsworth Ltd', 'Slow Food AG', 'Returns GmbH'])(
    '%s is a payee like any other',
    async (name) => {
      const { bank, books } = start()
      await bank.submitPayout(order(name))
      books.advance(1_000)
      expect(await bank.payoutState('payout 1')).toMatchObject({ value: { status: 'CONFIRMED' } })
    },
  )
})

describe('faults', () => {
  const unavailable = { ok: false, failure: 'BANK_UNAVAILABLE' }

  test('a bank that is down answers nothing and takes nothing', async () => {
    const { bank, faults } = start()
    faults.isDown = true
    const asked = { reference: 'a', countryCode: 'DE', currency: 'EUR', holderName: 'Ada' }
    expect(await bank.openAccount(asked)).toEqual(unavailable)
    expect(await bank.submitPayout(order('Ada'))).toEqual(unavailable)
    expect(await bank.payoutState('payout 1')).toEqual(unavailable)
    expect(await bank.entries('', 10)).toEqual(unavailable)
    faults.isDown = false
    expect(await bank.payoutState('payout 1')).toEqual({ ok: true, value: { status: 'UNKNOWN' } })
  })

  test('a lost answer says nothing of the payment, which was taken', async () => {
    const { bank, faults } = start()
    faults.lostAnswers = 1
    expect(await bank.submitPayout(order('Ada'))).toEqual(unavailable)
    expect(await bank.payoutState('payout 1')).toMatchObject({ value: { status: 'PENDING' } })
  })

  test('an answer that takes too long is none', async () => {
    const { bank, faults } = start()
    faults.slowMs = 10
    expect(await bank.payoutState('payout 1')).toMatchObject({ ok: true })
    faults.slowMs = 21
    expect(await bank.payoutState('payout 1')).toEqual(unavailable)
  })

  test.each([
    [true, false],
    [false, true],
    [true, true],
  ])('repeated %s, shuffled %s: reading on from the last finds all', async (repeats, shuffles) => {
    const { bank, faults } = start()
    await pay(bank, 41)
    faults.repeatsEntries = repeats
    faults.shufflesEntries = shuffles
    const seen: string[] = []
    for (let after = '', isOver = false; !isOver;) {
      const page = await bank.entries(after, 4)
      const last = page.ok ? page.value.at(-1) : undefined
      seen.push(...(page.ok ? page.value.map(({ entryId }) => entryId) : []))
      isOver = last === undefined || last.position === after
      after = last?.position ?? after
    }
    expect(new Set(seen).size).toBe(41)
    if (repeats) expect(seen.length).toBeGreaterThan(82)
    if (shuffles)
      expect(seen).not.toEqual(seen.toSorted((a, b) => Number(a.slice(6)) - Number(b.slice(6))))
  })
})

describe('what the simulated bank says of its own accord', () => {
  const listening = (settlesInMs: number) => {
    const bank = createSimulatedBank({ books: createMemoryBooks(), settlesInMs })
    const updates: BankUpdate[] = []
    bank.onUpdate?.((item) => void updates.push(item))
    return { bank, updates }
  }

  test('a payment that settles at once is confirmed by the answer, and nothing is reported', async () => {
    const { bank, updates } = listening(0)
    expect(await bank.submitPayout(order('Ada'))).toMatchObject({
      value: { status: 'CONFIRMED', bankReference: expect.stringMatching(/^CRDR/) as string },
    })
    expect(await bank.submitPayout(order('FAIL RAIL_REJECTED', 'payout 2'))).toMatchObject({
      value: { status: 'REJECTED', code: 'RAIL_REJECTED' },
    })
    expect(await bank.submitPayout(order('SLOW', 'payout 3'))).toMatchObject({
      value: { status: 'PENDING' },
    })
    expect(updates).toEqual([])
  })

  test('the outcome of a payment is reported when it is there, and a refusal at once', async () => {
    const { bank, updates } = listening(1)
    expect(await bank.submitPayout(order('Ada'))).toMatchObject({ value: { status: 'PENDING' } })
    await expect.poll(() => updates).toEqual([{ about: 'PAYOUT', reference: 'payout 1' }])
    await bank.submitPayout(order('SLOW', 'payout 2'))
    await bank.sandbox.refuse('payout 2', 'RAIL_REJECTED')
    expect(updates.at(-1)).toEqual({ about: 'PAYOUT', reference: 'payout 2' })
  })

  test('a bank that is down says nothing', async () => {
    const { bank, updates } = listening(1)
    bank.sandbox.faults.isDown = true
    await bank.sandbox.refuse('payout 1', 'RAIL_REJECTED')
    expect(updates).toEqual([])
  })
})
