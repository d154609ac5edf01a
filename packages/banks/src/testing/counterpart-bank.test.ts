import { expect, test } from 'vitest'
import { testOperatorAccounts } from '../accounts/operator-accounts.ts'
import { buildPaymentFile } from '../iso20022/payments/pain001.ts'
import type { PayoutInstruction, SimulatedCredit } from '../port/bank.ts'
import { createCounterpartBank } from './counterpart-bank.ts'
import { utcDay } from './utc-day.ts'
import { schemaErrors } from './validate.ts'

const accounts = testOperatorAccounts([
  { countryCode: 'DE', currency: 'EUR' },
  { countryCode: 'GB', currency: 'GBP' },
])
const names = ['Ada', 'FAIL RAIL_REJECTED', 'RETURN BENEFICIARY_ACCOUNT_CLOSED', 'Slow']
const orders = names.map((name, i): PayoutInstruction => ({
  reference: `00000000-0000-4000-8000-00000000000${i}`,
  countryCode: i % 2 === 0 ? 'DE' : 'GB',
  rail: '',
  currency: i % 2 === 0 ? 'EUR' : 'GBP',
  minor: 1_000n + BigInt(i),
  scale: 2,
  beneficiary: { name, account: { accountNumber: '12345678' } },
  remittance: 'INV 7 & more',
}))
const credit: SimulatedCredit = {
  entryId: 'one',
  countryCode: 'GB',
  routingNumber: '001234',
  accountNumber: '87654321',
  currency: 'GBP',
  minor: 99n,
  scale: 2,
  sender: { name: 'Żaneta <&> Co', account: 'NO9386011117947' },
  reference: 'order "1" & 2',
}

test('all files of the other side are valid by the schemas, and all say what they should', async () => {
  const bank = createCounterpartBank({ accounts })
  const { text } = buildPaymentFile(orders, new Date(0), {
    accounts,
    initiator: 'Corridor',
    executionDay: utcDay,
  })
  await bank.receive(text)
  bank.credit(credit)
  bank.credit(credit)
  bank.charge({ countryCode: 'DE', currency: 'EUR' }, 1n, 'Fee')
  const reports = bank.statusReports()
  const notifications = bank.notifications()
  const statements = bank.statements()
  expect(await schemaErrors('pain.002.001.10', reports)).toEqual([])
  expect(await schemaErrors('camt.054.001.08', notifications)).toEqual([])
  expect(await schemaErrors('camt.053.001.08', statements)).toEqual([])
  expect(
    reports
      .join('')
      .match(/<TxSts>\w+/g)
      ?.toSorted(),
  ).toEqual(['ACSP', 'ACSP', 'PDNG', 'RJCT'].map((status) => `<TxSts>${status}`))
  expect(notifications.join('').match(/<Ntry>/g)).toHaveLength(5)
  expect(bank.notifications()).toEqual([])
})

test('the schemas refuse what is not theirs', async () => {
  const bank = createCounterpartBank({ accounts })
  bank.credit(credit)
  const [notification = ''] = bank.notifications()
  const [statement = ''] = bank.statements()
  const errors = await Promise.all([
    schemaErrors('camt.053.001.08', [notification]),
    schemaErrors('camt.054.001.08', [notification.replace('>CRDT<', '>BOTH<')]),
    schemaErrors('camt.053.001.08', [statement.replaceAll(/<Bal>.*<\/Bal>/g, '')]),
  ])
  for (const error of errors) expect(error.length).toBeGreaterThan(0)
})

test('a file is taken in once, and one whose sums are wrong is not', async () => {
  const bank = createCounterpartBank({ accounts })
  const { text } = buildPaymentFile(orders, new Date(0), {
    accounts,
    initiator: 'Corridor',
    executionDay: utcDay,
  })
  await expect(bank.receive(text.replace('>10.02<', '>10.03<'))).rejects.toThrow('control sum')
  await bank.receive(text)
  await expect(bank.receive(text)).rejects.toThrow('before')
  await expect(bank.receive(bank.statusReports().join(''))).rejects.toThrow('no payment file')
})
