import { expect, test } from 'vitest'
import type { ReportedPayment, StatusIds } from '../port/payment-status.ts'
import { findReported, isChanged, type PaymentLookup } from './find-reported.ts'

const uuid = (n: number) => `0198c5a4-1111-7222-8333-44444444444${n}`
const id = (n: number) => uuid(n).replaceAll('-', '')
const payment = (n: number, batchId: string, minor: bigint): ReportedPayment => ({
  reference: uuid(n),
  messageId: batchId.split('-')[0] ?? '',
  batchId,
  currency: 'EUR',
  minor,
  scale: 2,
})
/** CR1 has a batch of one and one of three; CR2 has one payment. */
const payments = [
  payment(1, 'CR1-1', 500n),
  payment(2, 'CR1-2', 500n),
  payment(3, 'CR1-2', 700n),
  payment(4, 'CR1-2', 700n),
  payment(5, 'CR2-1', 900n),
]
const uetrOf = ({ reference }: ReportedPayment) => reference.replace('-7222-', '-4222-')
let asked = 0
const lookup: PaymentLookup = {
  byReferences: async (references) =>
    payments.filter(({ reference }) => references.includes(reference)),
  byUetrs: async (uetrs) =>
    new Map(
      payments.flatMap((each) => (uetrs.includes(uetrOf(each)) ? [[uetrOf(each), each]] : [])),
    ),
  isOurFile: async (messageId) => payments.some((each) => each.messageId === messageId),
  inside: async ({ messageId, batchId }) => {
    asked += 1
    return payments.filter(
      (each) =>
        (messageId === '' || each.messageId === messageId) &&
        (batchId === '' || each.batchId === batchId),
    )
  },
}
const none: StatusIds = {
  messageId: '',
  batchId: '',
  endToEndId: '',
  instructionId: '',
  uetr: '',
  amount: undefined,
}
const eur = (minor: bigint) => ({ currency: 'EUR', minor, scale: 2 })

test.each<[string, Partial<StatusIds>, number | undefined]>([
  ['the end-to-end id alone', { endToEndId: id(3) }, 3],
  ['the end-to-end id in capitals', { endToEndId: id(3).toUpperCase() }, 3],
  ['the instruction id alone', { instructionId: uuid(4) }, 4],
  ['an id of ours beside a file of the bank', { endToEndId: id(3), messageId: 'X9' }, 3],
  ['an id of ours and its file in small letters', { endToEndId: id(3), messageId: 'cr1' }, 3],
  ['an id of ours and another file of ours', { endToEndId: id(3), messageId: 'CR2' }, undefined],
  ['two ids of two payments', { endToEndId: id(3), instructionId: id(4) }, undefined],
  ['an id of our form that nobody knows', { endToEndId: id(9), messageId: 'CR2' }, undefined],
  ['an id that is the bank’s, and a file of one', { endToEndId: 'X', messageId: 'CR2' }, 5],
  ['a file of one alone', { messageId: 'CR2' }, 5],
  ['a batch of one', { messageId: 'CR1', batchId: 'CR1-1' }, 1],
  ['a batch of one without its file', { batchId: 'CR1-1' }, 1],
  ['a file of one whose batch the bank renamed', { messageId: 'CR2', batchId: 'B' }, 5],
  ['a batch of several', { messageId: 'CR1', batchId: 'CR1-2' }, undefined],
  ['a batch of several and an amount', { batchId: 'CR1-2', amount: eur(500n) }, 2],
  ['a batch and an amount that two have', { batchId: 'CR1-2', amount: eur(700n) }, undefined],
  ['a batch of one and another amount', { batchId: 'CR1-1', amount: eur(1n) }, undefined],
  ['a batch of another file', { messageId: 'CR2', batchId: 'CR1-1' }, undefined],
  ['the UETR alone', { uetr: uuid(2).replace('-7222-', '-4222-') }, 2],
  [
    'the UETR of one and the id of another',
    { uetr: uuid(2).replace('-7222-', '-4222-'), endToEndId: id(3) },
    undefined,
  ],
  ['a UETR that nobody knows, and a batch of one', { uetr: uuid(9), batchId: 'CR1-1' }, 1],
  ['what is no UETR', { uetr: 'x', batchId: 'CR1-1' }, 1],
  ['a file of nobody', { messageId: 'X9', amount: eur(900n) }, undefined],
  ['nothing at all', {}, undefined],
])('%s', async (_what, ids, expected) => {
  const [found] = await findReported([{ ...none, ...ids }], lookup)
  expect(found?.reference).toBe(expected === undefined ? undefined : uuid(expected))
})

test('of many payments of one batch the books are asked once', async () => {
  asked = 0
  const ids = { ...none, batchId: 'CR1-2', amount: eur(500n) }
  const found = await findReported(
    Array.from({ length: 50 }, () => ({ ...ids })),
    lookup,
  )
  expect(new Set(found)).toEqual(new Set([payments[1]]))
  expect(asked).toBe(1)
})

test.each([
  [eur(500n), false],
  [{ currency: 'EUR', minor: 5_000n, scale: 3 }, false],
  [eur(501n), true],
  [{ currency: 'USD', minor: 1n, scale: 2 }, false],
  [undefined, false],
])('%o is another amount than was ordered: %s', (amount, expected) => {
  expect(isChanged(amount, payment(1, 'CR1-1', 500n))).toBe(expected)
})
