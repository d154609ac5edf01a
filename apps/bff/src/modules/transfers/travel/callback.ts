import { Hono } from 'hono'
import { limitStrangers } from '../../../api/limits/anonymous-limits.ts'
import { readBytes } from '../../../api/request/read-request.ts'
import { Refusal } from '../../../api/request/refusal.ts'
import { verdictOf } from '../../../outside/travel-rule/gateway.ts'
import type { Deps } from '../../../ports/deps.ts'
import { type AnswerParts, createTravelAnswers } from './answers.ts'

const bytesMax = 64 * 1_024
const statuses = { TAKEN: 204, REPEATED: 204, CONTRADICTS: 409, UNREADABLE: 422 } as const

/**
 * Where providers post what they decided, at `/travel-rule/answer/<token>`. The token is that of one
 * message, so its answer can be about no other; a second one that says otherwise is refused. One gateway
 * answers for many payments at once: only who guesses tokens is slowed down.
 */
export function travelCallback(
  deps: AnswerParts & Pick<Deps, 'config' | 'jobs' | 'log' | 'realTime' | 'wake'>,
): Hono {
  const answers = createTravelAnswers(deps)
  const app = new Hono()
  app.use('/travel-rule/*', limitStrangers(deps, 'unknown'))
  app.onError((error, c) => {
    if (error instanceof Refusal && error.code === 'RATE_LIMITED') {
      c.header('Retry-After', String(error.retryAfterSeconds ?? 1))
      return c.body(null, 429)
    }
    deps.log.error({ err: error }, 'an answer of a provider could not be taken')
    return c.body(null, 500)
  })
  app.post('/travel-rule/answer/:token', async (c) => {
    const bytes = await readBytes(c.req.raw, bytesMax).catch(() => undefined)
    const body = bytes && jsonOf(bytes)
    const taken = await answers.byToken(c.req.param('token'), (address) => verdictOf(body, address))
    if (!taken) return c.body(null, 404)
    if (taken.kind === 'TAKEN') {
      deps.wake.notify('events')
      deps.jobs.runNow(taken.key)
    }
    return c.body(null, statuses[taken.kind])
  })
  return app
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}
