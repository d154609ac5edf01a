import { isEventName } from '@corridor/domain'
import { expect, test } from 'vitest'
import { readSample, testSamples } from './test-samples.ts'

test('every sample is of an event that exists and can be sent as it stands', () => {
  for (const { sample } of testSamples) {
    expect(readSample(JSON.stringify(sample, null, 2)).sample).toEqual(sample)
    const { eventCategory, eventType } = sample as { eventCategory?: string; eventType?: string }
    if (eventCategory !== undefined) expect(isEventName(`${eventCategory}.${eventType}`)).toBe(true)
  }
})

test.each([
  ['', /JSON/],
  ['[1]', /object/],
  ['null', /object/],
  ['{"a":1,}', /JSON/],
  [JSON.stringify({ a: 'é'.repeat(4096) }), /8 KiB/],
])('%.20s is not sent', (text, problem) => {
  expect(readSample(text).problem).toMatch(problem)
})
