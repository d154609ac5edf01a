import type { CheckStep } from '@corridor/contract'
import { fail, formatId, ok } from '@corridor/domain'
import type { z } from 'zod'
import type { Caller } from '../../api/request/caller.ts'
import type { Deps } from '../../ports/deps.ts'
import type { OutboundOutcome } from '../../ports/outbound.ts'
import { deliveryHeaders } from './delivery/headers.ts'
import { bodyText } from '../../records/events/event-body.ts'
import { openSecret, validSecrets } from './endpoint/secret-store.ts'
import { listEndpoints } from './endpoint/store.ts'
import { newSecret, signatureHeader } from './endpoint/signature.ts'

type Step = z.output<typeof CheckStep>
export type Checked = {
  ok: boolean
  steps: Step[]
  httpStatus: number | null
  durationMs: number
}

const names = ['ADDRESS', 'DNS', 'CONNECT', 'ANSWER'] as const
const addressesShown = 4
/** Of one partner in this process: each may wait fifteen seconds for a stranger's server. */
const atOnceMax = 5

/** Tries an address as a delivery would, step by step, and keeps nothing of it. */
export function createCheck(deps: Deps) {
  const running = new Map<string, number>()
  return { check }

  async function check(caller: Caller, url: string) {
    const { partnerId } = caller
    const before = running.get(partnerId) ?? 0
    if (before >= atOnceMax) return fail({ code: 'RATE_LIMITED', retryAfterSeconds: 1 })
    running.set(partnerId, before + 1)
    try {
      return ok(await tryOut(caller, url))
    } finally {
      const left = (running.get(partnerId) ?? 1) - 1
      if (left > 0) running.set(partnerId, left)
      else running.delete(partnerId)
    }
  }

  async function tryOut(caller: Caller, url: string): Promise<Checked> {
    const vetted = await deps.outbound.vet(url)
    if (!vetted.ok) return ended([wrong('ADDRESS', vetted.failure.message)])
    const { resolved, addresses } = vetted.value
    const steps = [fine('ADDRESS', 'The address may be called.')]
    if (!resolved)
      return ended([...steps, wrong('DNS', 'The name could not be looked up in two seconds.')])
    const some = addresses.slice(0, addressesShown).join(', ')
    steps.push(fine('DNS', `The name leads to ${some}.`))
    const sent = await deps.outbound.post({ url, ...(await signedPing(caller, url)) })
    const httpStatus = sent.kind === 'answered' ? sent.status : null
    const { durationMs } = sent
    return { ...ended([...steps, ...stepsOf(sent)]), httpStatus, durationMs }
  }

  /** Signed as the endpoint of this address is, or the primary one; without any, by a secret of the moment. */
  async function signedPing({ partnerId }: Caller, url: string) {
    const rows = await deps.db.reading(partnerId, async (tx) => {
      const endpoints = await listEndpoints(tx, partnerId)
      const of = endpoints.find((row) => row.url === url) ?? endpoints[0]
      return of ? validSecrets(tx, of) : []
    })
    const kept = rows.map((row) => openSecret(deps.kek, row))
    const secrets = kept.length > 0 ? kept : [newSecret((bytes) => deps.random(bytes))]
    const at = deps.realTime()
    const eventId = deps.ids.uuid()
    const body = bodyText(deps, {
      id: eventId,
      sequence: null,
      category: 'webhook',
      type: 'test',
      status: 'ping',
      object: {
        executionId: '',
        transactionId: '',
        status: '',
        previousStatus: '',
        webhookUrl: url,
      },
      changes: null,
      created_at: at,
    })
    const timestamp = Math.floor(at.getTime() / 1_000)
    const signed = { id: formatId('evt', eventId), timestamp, body }
    const signature = signatureHeader(secrets, signed)
    return {
      headers: deliveryHeaders({ eventId, timestamp, signature, trigger: 'SCHEDULE', number: 1 }),
      body,
    }
  }
}

const fine = (name: Step['name'], detail: string): Step => ({ name, ok: true, detail })
const wrong = (name: Step['name'], detail: string): Step => ({ name, ok: false, detail })

/** Steps that were not reached are listed as such, so that the page shows all of them. */
function ended(steps: Step[]): Checked {
  const missing = names.slice(steps.length).map((name) => wrong(name, 'Not tried.'))
  const all = [...steps, ...missing]
  return { ok: all.every((step) => step.ok), steps: all, httpStatus: null, durationMs: 0 }
}

function stepsOf(sent: OutboundOutcome): Step[] {
  if (sent.kind === 'failed') {
    const { reason, message } = sent
    const isConnected = reason === 'TIMEOUT' || reason === 'BROKEN'
    return isConnected ? [connected, wrong('ANSWER', message)] : [wrong('CONNECT', message)]
  }
  const text = `The receiver answered a signed ping with ${sent.status}.`
  const isTaken = sent.status >= 200 && sent.status < 300
  return [connected, isTaken ? fine('ANSWER', text) : wrong('ANSWER', text)]
}

const connected = fine('CONNECT', 'The connection is made.')
