import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SimulatedCredit } from '../../port/bank.ts'
import { createCounterpartBank } from '../../testing/counterpart-bank.ts'
import { createMemoryFileBooks } from '../../testing/memory-file-books.ts'
import { decimalOf, minorOf, scaleOf, sumOf } from '../values/amounts.ts'
import { testOperatorAccounts } from '../../accounts/operator-accounts.ts'
import { importFile } from './import.ts'
import { dateOf } from './message.ts'

const accounts = testOperatorAccounts([
  { countryCode: 'DE', currency: 'EUR' },
  { countryCode: 'US', currency: 'USD' },
])

const anyCredit = fc.record({
  operatorAccount: fc.constantFrom(...accounts),
  minor: fc.bigInt({ min: 1n, max: 10n ** 15n }),
  name: fc.string({ unit: 'grapheme', maxLength: 20 }),
  reference: fc.string({ unit: 'grapheme', maxLength: 20 }),
})
/** What happens at the bank, piece by piece; each piece ends with a notification of it. */
const anyDay = fc.array(fc.array(anyCredit, { maxLength: 4 }), { minLength: 1, maxLength: 4 })

/** Text as it comes back: no bank keeps the spaces around it. */
const plain = (text: string) => text.replaceAll(/[\r\n\t]+/g, ' ').trim()

test('whatever files contain a deposit, in whatever order and however often, it is booked once', async () => {
  await fc.assert(
    fc.asyncProperty(anyDay, fc.infiniteStream(fc.nat()), async (day, choices) => {
      const counterpart = createCounterpartBank({ accounts })
      const files: string[] = []
      const paid: SimulatedCredit[] = []
      for (const piece of day) {
        for (const { operatorAccount, minor, name, reference } of piece) {
          const { countryCode, currency, routingNumber, accountNumber } = operatorAccount
          const credit = {
            entryId: `credit ${paid.length}`,
            countryCode,
            currency,
            routingNumber,
            accountNumber,
            minor,
            scale: 2,
            sender: { name: plain(name), account: '' },
            reference: plain(reference),
          }
          paid.push(credit)
          counterpart.credit(credit)
        }
        files.push(...counterpart.notifications())
      }
      files.push(...counterpart.statements())
      const books = createMemoryFileBooks()
      // Twice as often as there are files, any of them; then each of them once.
      const picked = files
        .flatMap(() => [0, 1])
        .map(() => {
          const { value } = choices.next()
          return files[(value ?? 0) % files.length] ?? ''
        })
      for (const [i, text] of [...picked, ...files].entries()) {
        const read = () => [Buffer.from(text)]
        const answer = await importFile({ books, accounts, name: `${i}.xml`, read })
        expect(answer).toMatchObject({ ok: true, problem: '' })
      }
      const booked = (await books.read(0n, 1_000)).map(({ entry }) => entry)
      const received = booked.map(({ minor, currency, reference, sender }) =>
        [minor, currency, reference, sender.name].join('|'),
      )
      const expected = paid.map(({ minor, currency, reference, sender }) =>
        [minor, currency, reference, sender.name].join('|'),
      )
      expect(received.toSorted()).toEqual(expected.toSorted())
    }),
    { numRuns: 40 },
  )
})

test('an amount is the same when it was written and read', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 17n }), fc.nat(5), (minor, scale) => {
      expect(minorOf(decimalOf(minor, scale), scale)).toBe(minor)
    }),
  )
})

test.each([
  ['1', 2, 100n],
  ['1.', 2, 100n],
  ['+1.50', 2, 150n],
  ['0.5000', 1, 5n],
  ['007', 0, 7n],
  ['1.23', 1, undefined],
  ['-1', 2, undefined],
  ['.5', 2, undefined],
  ['1e3', 2, undefined],
  ['1 000', 2, undefined],
  ['', 2, undefined],
  ['12345678901234567890', 2, undefined],
])('%j with %i decimals is %s', (text, scale, minor) => {
  expect(minorOf(text, scale)).toBe(minor)
})

test('amounts of any scale are summed exactly', () => {
  const amounts = [
    { minor: 1n, scale: 0 },
    { minor: 250n, scale: 2 },
    { minor: 7n, scale: 3 },
  ]
  expect(sumOf(amounts)).toBe('3.507')
  expect(sumOf([])).toBe('0')
})

test('a time without an offset is UTC, wherever it is read', () => {
  const here = process.env['TZ']
  process.env['TZ'] = 'Asia/Tokyo'
  try {
    expect(dateOf('2026-01-05T23:00:00')).toEqual(new Date('2026-01-05T23:00:00Z'))
    expect(dateOf('2026-01-05T23:00:00+01:00')).toEqual(new Date('2026-01-05T22:00:00Z'))
    expect(dateOf('2026-01-05')).toEqual(new Date('2026-01-05T00:00:00Z'))
    expect([dateOf('5.1.2026'), dateOf('2026-13-05'), dateOf('')]).toEqual(Array(3).fill(undefined))
  } finally {
    if (here === undefined) delete process.env['TZ']
    else process.env['TZ'] = here
  }
})

test('currencies have as many decimals as they have', () => {
  expect(['EUR', 'JPY', 'KWD', 'USD'].map(scaleOf)).toEqual([2, 0, 3, 2])
})
