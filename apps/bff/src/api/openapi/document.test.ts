import {
  deprecations,
  type Endpoint,
  operations,
  parameterTexts,
  WebhookEvent,
} from '@corridor/contract'
import { eventCatalogue } from '@corridor/domain'
import { expect, test } from 'vitest'
import { openApiDocument } from './document.ts'
import { bodyExamples } from './examples.ts'
import type { Operation } from './shared-components.ts'

test('a text that an operation takes fits the pattern that the document gives', () => {
  const { components } = openApiDocument('http://localhost:8787')
  const { transactionId } = components?.schemas?.['Simulate']?.properties ?? {}
  const pattern = new RegExp((transactionId as { pattern?: string }).pattern ?? 'none', 'u')
  expect(pattern.test('Miete für März 😀')).toBe(true)
  expect(pattern.test('a\u0000b')).toBe(false)
})

const { components = {}, paths = {}, ...rest } = openApiDocument('http://localhost:8787')
const all = Object.values(paths).flatMap((methods) => Object.values(methods))

test('every parameter says what it means, and no description is of none', () => {
  const shared = components.parameters ?? {}
  const parameters = all.flatMap(({ operationId, parameters: own = [] }) =>
    own.map(({ $ref, ...here }) => {
      const { name = '', description } = $ref ? (shared[$ref.split('/').at(-1) ?? ''] ?? {}) : here
      return { operationId, name, description }
    }),
  )
  expect(parameters.filter(({ description }) => !description)).toEqual([])
  const names = new Set(parameters.map(({ name }) => name))
  expect(Object.keys(parameterTexts).filter((name) => !names.has(name))).toEqual([])
})

test('every operation has one of the tags, and every tag has operations', () => {
  const { tags } = rest as unknown as { tags: { name: string }[] }
  const used = new Set(all.flatMap((operation) => operation.tags ?? []))
  expect(tags.map(({ name }) => name).toSorted()).toEqual([...used].toSorted())
})

test('every example is taken by the operation that it is of', () => {
  const endpoints: Endpoint[] = Object.values(operations).flatMap((ofModule) =>
    Object.values<Endpoint>(ofModule),
  )
  const wrong = Object.entries(bodyExamples).filter(([id, example]) => {
    const body = endpoints.find((endpoint) => endpoint.id === id)?.body
    return body?.safeParse(example).success !== true
  })
  expect(wrong).toEqual([])
})

test('each category of events is a webhook, with an event as the contract has it', () => {
  const { webhooks } = rest as unknown as { webhooks: Record<string, { post: Operation }> }
  expect(Object.keys(webhooks)).toEqual(Object.keys(eventCatalogue))
  for (const { post } of Object.values(webhooks)) {
    const { content } = post.requestBody ?? {}
    const { example } = (content?.['application/json'] ?? {}) as { example?: unknown }
    expect(WebhookEvent.parse(example)).toEqual(example)
  }
})

test('what is deprecated is the list of deprecations, and says when it goes and what to use', () => {
  const marked = all.filter(({ deprecated }) => deprecated)
  expect(marked.map(({ operationId = '' }) => operationId).toSorted()).toEqual(
    Object.keys(deprecations).toSorted(),
  )
  const texts: Record<string, { successor: string; sunset: string }> = deprecations
  for (const { operationId = '', description } of marked) {
    expect(description).toContain(texts[operationId]?.successor)
    expect(description).toContain(texts[operationId]?.sunset)
    expect(paths[texts[operationId]?.successor ?? '']).toBeDefined()
  }
})

test('the document is small enough to be read by a page, and names its schemas once', () => {
  const size = JSON.stringify({ components, paths, ...rest }).length
  // A third of it are sentences; compressed it is 90 KB.
  expect(size).toBeLessThan(1_160_000)
})
