import { expect, test } from 'vitest'
import { type Draft, draftOf, readDraft } from './draft.ts'

const units = [
  { unit: 'USDC', label: 'USDC', decimals: 6 },
  { unit: 'USD', label: 'USD', decimals: 2 },
]
const empty: Draft = draftOf(
  { receivers: undefined, perTransfer: [], perDay: [], hours: undefined, second: [] },
  'UTC',
)
const problemsOf = (change: Partial<Draft>) => readDraft({ ...empty, ...change }, units).problems

test('amounts are read as people type them, to the token’s decimals', () => {
  const perTransfer = [{ unit: 'USDC', over: '1,250.50' }]
  const { form, problems } = readDraft({ ...empty, perTransfer }, units)
  expect(problems).toEqual({})
  expect(form.perTransfer).toEqual([{ unit: 'USDC', over: '1250.5' }])
  expect(problemsOf({ perDay: [{ unit: 'USD', over: '0.001' }] })).toMatchObject({
    'perDay 0': expect.stringMatching(/2 decimals/),
  })
})

test.each([
  ['an amount that is none', { perDay: [{ unit: 'USDC', over: 'much' }] }, 'perDay 0'],
  [
    'two limits of one token',
    {
      perTransfer: [
        { unit: 'USDC', over: '1' },
        { unit: 'USDC', over: '2' },
      ],
    },
    'perTransfer 1',
  ],
  ['nobody who may be paid', { onlyReceivers: true }, 'receivers'],
  ['no day', { onlyHours: true, hours: { ...empty.hours, days: [] } }, 'days'],
  ['no time', { onlyHours: true, hours: { ...empty.hours, from: '' } }, 'hours'],
  ['an empty span', { onlyHours: true, hours: { ...empty.hours, to: '08:00' } }, 'hours'],
] as [string, Partial<Draft>, string][])('%s is shown where it stands', (_, change, at) => {
  expect(Object.keys(problemsOf(change))).toEqual([at])
})

test('what is switched off leaves no rule', () => {
  const { form } = readDraft({ ...empty, receivers: ['0x1'] }, units)
  expect(form.receivers).toBeUndefined()
  expect(form.hours).toBeUndefined()
})
