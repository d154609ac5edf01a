import { describe, expect, test } from 'vitest'
import type { PayoutInstruction } from '../port/bank.ts'
import { createCounterpartBank } from '../testing/counterpart-bank.ts'
import { createMemoryFileBooks } from '../testing/memory-file-books.ts'
import { describeBankPort } from '../testing/port-suite.ts'
import { utcDay } from '../testing/utc-day.ts'
import { createFileBank } from './bank.ts'
import { testOperatorAccounts } from '../accounts/operator-accounts.ts'
import { importFile } from '../incoming/import.ts'
import { writePaymentFile } from './payments/payment-file.ts'

const accounts = testOperatorAccounts([
  { countryCode: 'DE', currency: 'EUR' },
  { countryCode: 'US', currency: 'USD' },
  { countryCode: 'GB', currency: 'GBP' },
])
const germany = accounts.slice(0, 1)

function start() {
  const books = createMemoryFileBooks(accounts)
  const bank = createFileBank({ books, accounts })
  const counterpart = createCounterpartBank({ accounts })
  let serial = 0
  /** Takes in files as they come from the bank. */
  async function take(texts: readonly string[]) {
    const answers = []
    for (const text of texts) {
      serial += 1
      const read = () => [Buffer.from(text)]
      const answer = await importFile({ books, accounts, name: `${serial}.xml`, read })
      if (!answer.ok) throw new Error(answer.reason)
      answers.push(answer)
    }
    return answers
  }
  /** Brings what is queued to the bank, and back what it says. */
  async function exchange() {
    const file = await writePaymentFile({
      books,
      accounts,
      initiator: 'Corridor Payments',
      executionDay: utcDay,
    })
    if (file) await counterpart.receive(file.text)
    await take([...counterpart.statusReports(), ...counterpart.notifications()])
    return file
  }
  return { books, bank, counterpart, take, exchange }
}

const iban = { bankIban: 'DE89370400440532013000' }
const order = (reference: string, change: Partial<PayoutInstruction> = {}): PayoutInstruction => ({
  reference,
  countryCode: 'DE',
  rail: 'SEPA_CREDIT',
  currency: 'EUR',
  minor: 12_345n,
  scale: 2,
  beneficiary: { name: 'Ada Okonkwo', account: iban },
  remittance: 'INV 7',
  ...change,
})
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

describeBankPort('files of ISO 20022', () => {
  const { bank, counterpart, exchange, take } = start()
  const names = {
    PAID: 'Ada Okonkwo',
    REFUSED: 'FAIL BENEFICIARY_ACCOUNT_CLOSED',
    RETURNED: 'RETURN BENEFICIARY_ACCOUNT_CLOSED',
  }
  return Promise.resolve({
    bank,
    payee: (fate) => ({ name: names[fate], account: iban }),
    credit: async (credit) => {
      counterpart.credit(credit)
      await take(counterpart.notifications())
    },
    settle: async () => {
      await exchange()
    },
    close: () => Promise.resolve(),
  })
})

describe('accounts', () => {
  const ask = { reference: 'a', countryCode: 'DE', currency: 'EUR', holderName: 'Ada' }
  const openAt = (change: object, under = accounts) =>
    createFileBank({ books: createMemoryFileBooks(accounts), accounts: under }).openAccount({
      ...ask,
      ...change,
    })

  test('a virtual account lies at the bank of the operator account, in any process', async () => {
    const [operatorAccount] = accounts
    const first = await openAt({})
    expect(first).toMatchObject({
      value: {
        bankName: 'Corridor File Bank DE',
        routingNumber: operatorAccount?.routingNumber,
        accountNumber: expect.stringMatching(/^DE\d{20}$/),
      },
    })
    expect(await openAt({})).toEqual(first)
    const { accountNumber } = first.ok ? first.value : { accountNumber: '' }
    expect(accountNumber.slice(4, 12)).toBe(operatorAccount?.accountNumber.slice(4, 12))
    expect(accountNumber).not.toBe(operatorAccount?.accountNumber)
  })

  test('it is never the operator account itself', async () => {
    const taken = await openAt({})
    const { accountNumber } = taken.ok ? taken.value : never()
    const same = germany.map((account) => ({ ...account, accountNumber }))
    expect(await openAt({}, same)).not.toMatchObject({ value: { accountNumber } })
  })

  test('its number begins as the bank has agreed', async () => {
    const agreed = germany.map((operatorAccount) => ({ ...operatorAccount, virtualPrefix: '7712' }))
    const opened = await openAt({}, agreed)
    expect(opened.ok && opened.value.accountNumber.slice(12, 16)).toBe('7712')
  })

  test('a bank that leaves too few numbers is not begun with', () => {
    const tight = germany.map((account) => ({ ...account, virtualPrefix: '7712345' }))
    expect(() => openAt({}, tight)).toThrow('leaves 3 of 10 digits')
  })

  test.each([{ countryCode: 'FR' }, { currency: 'USD' }])('%o is not served', async (change) => {
    const notServed = { ok: false, failure: 'COUNTRY_NOT_SERVED' }
    expect(await openAt(change)).toEqual(notServed)
  })
})

describe('payments', () => {
  test.each([
    ['a country without an operator account', { countryCode: 'FR' }, 'RAIL_REJECTED'],
    [
      'an account that no file can carry',
      { beneficiary: { name: 'Ada', account: { accountNumber: '1'.repeat(35) } } },
      'BENEFICIARY_ACCOUNT_INVALID',
    ],
    ['no account', { beneficiary: { name: 'Ada', account: {} } }, 'BENEFICIARY_ACCOUNT_INVALID'],
  ])('with %s are rejected at once and never queued', async (_, change, code) => {
    const { bank, exchange } = start()
    const rejected = { ok: true, value: { status: 'REJECTED', bankReference: '', code } }
    expect(await bank.submitPayout(order(uuid(1), change))).toEqual(rejected)
    expect(await exchange()).toBeUndefined()
  })

  test('that send an entry back name the bank’s own reference of it, and pay its sender', async () => {
    const { bank, exchange } = start()
    const entryId = 'DE02500105170137075030/CRDT/NTRY-2291/123.45'
    await bank.returnEntry({ ...order(uuid(1)), remittance: 'Refund 1', entryId })
    const file = await exchange()
    expect(file?.text).toContain('<Ustrd>RETURN NTRY-2291 Refund 1</Ustrd>')
    expect(file?.text).toContain(iban.bankIban)
  })

  test('that were taken stay taken when the accounts of the service change', async () => {
    const { bank, books } = start()
    await bank.submitPayout(order(uuid(1)))
    const moved = createFileBank({ books, accounts: accounts.slice(1) })
    expect(await moved.submitPayout(order(uuid(1)))).toMatchObject({ value: { status: 'PENDING' } })
  })

  test('stay pending until the bank says something, and are in one file alone', async () => {
    const { bank, books, exchange } = start()
    await bank.submitPayout(order(uuid(1), { beneficiary: { name: 'Slow', account: iban } }))
    const file = await exchange()
    expect(file).toMatchObject({ payments: 1, controlSum: '123.45' })
    expect(await exchange()).toBeUndefined()
    expect(await bank.payoutState(uuid(1))).toMatchObject({ value: { status: 'PENDING' } })
    expect(await books.unsentFiles()).toEqual([file])
    await books.markSent(file?.messageId ?? '')
    expect(await books.unsentFiles()).toEqual([])
  })

  test('a payer who uses an id of our form has made a deposit all the same', async () => {
    const { bank, counterpart, take } = start()
    const account = await bank.openAccount({
      reference: 'b',
      countryCode: 'DE',
      currency: 'EUR',
      holderName: 'Ada',
    })
    const { accountNumber, routingNumber } = account.ok ? account.value : never()
    counterpart.credit({
      entryId: 'theirs',
      countryCode: 'DE',
      routingNumber,
      accountNumber,
      currency: 'EUR',
      minor: 500n,
      scale: 2,
      sender: { name: 'Ada', account: '' },
      reference: 'order 9',
    })
    const [text = ''] = counterpart.notifications()
    await take([text.replace('NOTPROVIDED', uuid(77).replaceAll('-', ''))])
    const entries = await bank.entries('', 10)
    expect(entries.ok && entries.value).toMatchObject([
      {
        kind: 'CREDIT',
        accountNumber,
        routingNumber,
        payoutReference: '',
        reference: `order 9 ${uuid(77).replaceAll('-', '')}`,
      },
    ])
  })
})

function never(): never {
  throw new Error('no account')
}

describe('a day', () => {
  test('one entry is the same in the notification and in the statement, which closes the day', async () => {
    const { bank, counterpart, exchange, take, books } = start()
    for (let i = 0; i < 3; i += 1) await bank.submitPayout(order(uuid(i)))
    await bank.submitPayout(
      order(uuid(9), { beneficiary: { name: 'RETURN BENEFICIARY_RETURNED', account: iban } }),
    )
    counterpart.charge({ countryCode: 'DE', currency: 'EUR' }, 250n, 'Account fee')
    await exchange()
    const before = await books.read(0n, 100)
    expect(before.map(({ entry }) => [entry.kind, entry.minor])).toContainEqual(['CHARGE', 250n])
    const [closed] = await take(counterpart.statements())
    expect(closed).toMatchObject({
      problem: '',
      counts: { entries: 6, booked: 0, repeated: 2, reported: 4, unknown: 0, others: 0 },
      announced: [],
    })
    expect(await books.read(0n, 100)).toEqual(before)
  })

  test('a statement that does not add up is reported, and its entries are booked', async () => {
    const { counterpart, take } = start()
    counterpart.credit({
      entryId: 'one',
      countryCode: 'GB',
      routingNumber: '009999',
      accountNumber: '12345678',
      currency: 'GBP',
      minor: 1_000n,
      scale: 2,
      sender: { name: 'Ada', account: '' },
      reference: '',
    })
    const [text = ''] = counterpart.statements()
    const [answer] = await take([text.replace('>10.00<', '>10.50<')])
    expect(answer?.counts.booked).toBe(1)
    expect(answer?.problem).toMatch(
      /opens with 0\.00000 and books 10\.00000.*closes with 10\.50000/,
    )
  })
})
