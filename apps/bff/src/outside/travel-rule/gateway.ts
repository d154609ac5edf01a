import { fail, ok } from '@corridor/domain'
import { z } from 'zod'
import type { Deps } from '../../ports/deps.ts'
import type { TravelMessage, TravelRuleLink, TravelVerdict } from '../../ports/travel-rule.ts'

export type Gateway = { url: string; key: string | undefined; timeoutMs: number }

/** The version of the Travel Rule Protocol whose messages these are. */
export const trpVersion = '3.2.1'
const answerBytesMax = 64 * 1024

/**
 * How a provider answers by TRP 3.2.1, at once or later to the callback: `approved` with where to pay,
 * or `rejected` with a reason. `selfHosted` is our gateway's: it knows that nobody keeps the wallet.
 */
const TrpAnswer = z.object({
  approved: z.looseObject({ address: z.string().max(200).optional() }).optional(),
  rejected: z.string().max(500).optional(),
  selfHosted: z.literal(true).optional(),
  name: z.string().max(100).optional(),
})

/** What an answer says; undefined where it says nothing, or more than one thing. */
export function verdictOf(answer: unknown, address: string): TravelVerdict | undefined {
  const parsed = TrpAnswer.safeParse(answer)
  if (!parsed.success) return undefined
  const { approved: accepted, rejected, selfHosted } = parsed.data
  const given = [accepted, rejected, selfHosted].filter((item) => item !== undefined)
  if (given.length !== 1) return undefined
  if (selfHosted) return { state: 'NOT_A_PROVIDER' }
  if (rejected !== undefined) return { state: 'REJECTED', reason: rejected }
  const { address: approved = address } = accepted ?? {}
  if (approved.toLowerCase() === address.toLowerCase()) return { state: 'ACCEPTED' }
  return { state: 'REJECTED', reason: 'The provider accepts for another address.' }
}

/** The request's body; amounts of tokens are longer than a double is exact. */
export function trpBody({ payload, asset, minor, callbackUrl: callback }: TravelMessage): string {
  const rest = JSON.stringify({ asset, callback, IVMS101: payload })
  return `{"amount":${minor},${rest.slice(1)}`
}

/**
 * The operator's gateway to other providers, with the messages of the Travel Rule Protocol: it finds
 * the provider of the wallet. The order's id is the request's, so that one sent again is no second.
 */
export function createGateway(gateway: Gateway, log: Deps['log']): TravelRuleLink {
  return { name: 'travel-rule-gateway', simulated: false, isOpen: true, send }

  async function send(message: TravelMessage) {
    try {
      const answer = await fetch(gateway.url, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'api-version': trpVersion,
          'request-identifier': message.id,
          ...(gateway.key !== undefined && { Authorization: `Bearer ${gateway.key}` }),
        },
        body: trpBody(message),
        // Another address is given neither the key nor the names.
        redirect: 'error',
        signal: AbortSignal.timeout(gateway.timeoutMs),
      })
      if (!answer.ok) {
        await answer.body?.cancel()
        log.warn({ status: answer.status }, 'the travel rule gateway refuses a message')
        return fail('UNREACHABLE' as const)
      }
      const text = (await answer.text()).slice(0, answerBytesMax)
      const given: unknown = text === '' ? undefined : jsonOf(text)
      const { name = '' } =
        z.object({ name: z.string().max(100).optional() }).safeParse(given).data ?? {}
      return ok({ counterparty: name, verdict: verdictOf(given, message.address) })
    } catch (error) {
      log.warn({ err: error }, 'the travel rule gateway cannot be reached')
      return fail('UNREACHABLE' as const)
    }
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
