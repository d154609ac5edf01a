import type { PolicyCondition } from '@corridor/contract/policy'
import { type Endpoint, operations, PolicyFact } from '@corridor/contract'
import { describe, expect, test } from 'vitest'
import { operationLabels } from './operations.ts'
import { conditionOf, freshFacts, termsOf, termsIn } from './terms.ts'

const amount = freshFacts.amount
const payee = freshFacts.payee

describe('what the form shows of a condition', () => {
  test.each<[string, PolicyCondition]>([
    ['one fact', amount],
    ['its opposite', { not: payee }],
    ['several together', { all: [amount, { not: payee }] }],
    ['none', { all: [] }],
  ])('%s comes back as it was', (_, condition) => {
    const terms = termsOf(condition)
    expect(terms && conditionOf(terms)).toEqual(condition)
  })

  test.each<[string, PolicyCondition]>([
    ['one of several', { any: [amount, payee] }],
    ['the opposite of several', { not: { all: [amount, payee] } }],
    ['several within several', { all: [{ all: [amount] }] }],
  ])('%s is left to its text, so that nothing is lost', (_, condition) => {
    expect(termsOf(condition)).toBeUndefined()
  })
})

test('what a new line begins with is a condition that the service takes, but for an empty destination', () => {
  for (const fact of Object.values(freshFacts))
    expect([fact.fact, PolicyFact.safeParse(fact).success]).toEqual([
      fact.fact,
      fact.fact !== 'destination',
    ])
})

test('words stand in lines or between commas', () => {
  expect(termsIn('US>MX, US>*\n\n DE>ES ')).toEqual(['US>MX', 'US>*', 'DE>ES'])
})

test('each operation that a policy may ask about has words, and nothing else has', () => {
  // Further endpoints are ruled as the first one is.
  const asRegistered = ['webhooks.createEndpoint', 'webhooks.updateEndpoint']
  const asked = Object.values(operations).flatMap((ofModule) =>
    Object.values<Endpoint>(ofModule)
      .filter(({ approval, id }) => approval !== undefined && !asRegistered.includes(id))
      .map(({ id }) => id),
  )
  expect(Object.keys(operationLabels).toSorted()).toEqual(asked.toSorted())
})
