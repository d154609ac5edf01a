import { expect, test } from 'vitest'
import { sharedBff } from '../../../test/support/process/bff.ts'

const bff = sharedBff({ RATE_LIMIT: 'on' })

test('429: beyond 25 a second one operation refuses, says when to come back, and others go on', async () => {
  const from = performance.now()
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => bff.get('/api/v1/xfer/entity')),
  )
  const refilled = Math.ceil((25 * (performance.now() - from)) / 1_000)
  const accepted = answers.filter(({ status }) => status === 200).length
  expect(accepted).toBeGreaterThanOrEqual(25)
  // On a busy machine the requests take long enough for a few more to be due.
  expect(accepted).toBeLessThanOrEqual(25 + refilled)
  for (const refused of answers.filter(({ status }) => status !== 200)) {
    expect([refused.status, refused.body.error.code, refused.body.error.retryable]).toEqual([
      429,
      'RATE_LIMITED',
      true,
    ])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.headers.get('ratelimit-remaining')).toBe('0')
  }
  expect((await bff.get('/api/v1/sandbox/clock')).status).toBe(200)
  expect((await bff.get('/api/v1/xfer/entity', bff.second)).status).toBe(200)
})
