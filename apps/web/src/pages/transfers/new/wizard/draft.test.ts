import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyDraft, restoreDraft, wishOf } from './draft.ts'

const now = Date.parse('2026-01-05T23:59:59.999Z')
const empty = emptyDraft(now, new Uint8Array(8))

test('a kept draft comes back as it was', () => {
  const kept = {
    fromAccountId: 'acc_1',
    toAccountId: 'acc_2',
    amountMeans: 'out' as const,
    amount: '1.5k',
    transactionId: 'HR-1',
    ownReference: true,
    purposeCode: 'SALARY',
    sourceOfFunds: '',
    payeeReference: 'Rent',
  }
  expect(restoreDraft(structuredClone(kept), empty)).toEqual(kept)
})

test('whatever was kept, the form is whole', () => {
  fc.assert(
    fc.property(fc.anything(), (kept) => {
      const draft = restoreDraft(kept, empty)
      expect(Object.keys(draft).sort()).toEqual(Object.keys(empty).sort())
      expect(draft.transactionId).not.toBe('')
    }),
  )
})

test('a filled-in reference is not taken for the person’s own', () => {
  expect(restoreDraft({ ownReference: true }, empty).ownReference).toBe(false)
})

test('the wish is who and how much, not its name nor the spaces around it', () => {
  const draft = { ...empty, amount: '12' }
  expect(wishOf({ ...draft, amount: ' 12 ', transactionId: 'x' })).toBe(wishOf(draft))
  expect(wishOf({ ...draft, amountMeans: 'out' })).not.toBe(wishOf(draft))
})
