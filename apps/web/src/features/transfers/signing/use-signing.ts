import type { ApiError } from '@corridor/client/http'
import { useEffect, useRef, useState } from 'react'
import { call, transfers, queries } from '../../../api/call.ts'
import { errorText, isApiError } from '../../../api/errors.ts'
import { cancelCeremony, type CeremonyFailure, ceremonyText } from '../../../signing/passkeys.ts'
import type { SigningSession } from '../../../signing/session.ts'
import { stampWithPasskey } from '../../../signing/stamp.ts'
import { serviceNow } from '../../../api/clock.ts'
import { type Stamped, useFurtherStamp } from './further-stamp.ts'
import { judgeRefusal, type Refusal } from './judge-refusal.ts'
import type { QuoteEnd, WalletQuoted } from './quoted.ts'
import type { Passkey } from '../../../api/queries/wallets.ts'
import { transfersKey } from '../../../api/queries/transfers.ts'

export type SigningProblem =
  | { kind: 'ceremony'; failure: CeremonyFailure; text: string; diagnostic: string }
  | {
      kind: 'refused'
      refusal: Refusal
      signatureType: Stamped['signatureType']
      text: string
      requestId: string | undefined
    }

export type Signing = ReturnType<typeof useSigning>

const ceremonyMaxMs = 60_000
// A stamp that comes in the quote's last seconds would be refused on arrival.
const reserveMs = 5000

/** From the click to the transfer that has started. One stamp is made and sent at a time, and sent again as it is. */
export function useSigning(options: {
  /** What a repeat of the same form has in common: with the quote it names one request. */
  draftId: string
  /** It runs, whether this stamp started it or one before. */
  onDone: (executionId: string) => void | Promise<void>
  onEnd: (executionId: string, why: QuoteEnd) => void
}) {
  const [phase, setPhase] = useState<'idle' | 'asking' | 'sending'>('idle')
  const [problem, setProblem] = useState<SigningProblem | undefined>()
  // A second click in the same moment sees this before the state is drawn.
  const busy = useRef(false)
  // Sent but not answered: the same stamp must go again, because another one would be another request.
  const unanswered = useRef<{ executionId: string; stamped: Stamped } | undefined>(undefined)
  const stopped = useRef(false)
  const waiting = useFurtherStamp()
  useEffect(() => cancelCeremony, [])

  const once = async (work: () => Promise<void>) => {
    if (busy.current) return
    busy.current = true
    setProblem(undefined)
    try {
      await work()
    } finally {
      busy.current = false
      setPhase('idle')
    }
  }

  const open = async (executionId: string) => {
    void queries.invalidateQueries({ queryKey: transfersKey })
    await options.onDone(executionId)
  }

  const submit = async ({ answer: { executionId } }: WalletQuoted, stamped: Stamped) => {
    setPhase('sending')
    unanswered.current = { executionId, stamped }
    try {
      const { sessionId: _, ...signature } = stamped
      const idempotencyKey = waiting.keyOf(options.draftId, executionId)
      await call(transfers.execute, { body: { executionId, ...signature } }, { idempotencyKey })
      unanswered.current = undefined
      await open(executionId)
    } catch (error) {
      if (!isApiError(error)) throw error
      const refusal = judgeRefusal(error)
      if (refusal !== 'unknown') unanswered.current = undefined
      if (refusal === 'executed') return open(executionId)
      if (refusal === 'expired' || refusal === 'superseded') {
        return options.onEnd(executionId, refusal)
      }
      if (refusal === 'session') void dropSessions()
      if (refusal === 'further') return waiting.add(executionId, error.details, stamped)
      const { requestId } = error
      const { signatureType } = stamped
      setProblem({ kind: 'refused', refusal, signatureType, text: textOf(error), requestId })
    }
    return undefined
  }

  return {
    phase,
    problem,
    further: waiting.further,
    /** Straight from the click: everything it needs is here already. */
    withPasskey: (quote: WalletQuoted, passkeys: readonly Passkey[], otherDevice: boolean) =>
      once(async () => {
        setPhase('asking')
        stopped.current = false
        const { payloadToSign: payload, validUntil } = quote.answer
        const leftMs = Date.parse(validUntil) - serviceNow() - reserveMs
        const timeoutMs = Math.max(0, Math.min(ceremonyMaxMs, leftMs))
        const made = await stampWithPasskey({ payload, passkeys, timeoutMs, otherDevice })
        if (stopped.current) return
        if (made.ok) {
          await submit(quote, { payloadSignature: made.value, signatureType: 'WebAuthn' })
          return
        }
        const { failure, diagnostic } = made
        setProblem({ kind: 'ceremony', failure, diagnostic, text: ceremonyText[failure] })
      }),
    withSession: (quote: WalletQuoted, session: SigningSession) =>
      once(async () => {
        setPhase('asking')
        const payloadSignature = await session.stamp(quote.answer.payloadToSign)
        const { sessionId } = session
        await submit(quote, { payloadSignature, signatureType: 'ApiKey', sessionId })
      }),
    /** The quote behind an open ceremony is over: nobody is asked any longer, and nothing is sent. */
    stop: () => {
      stopped.current = true
      cancelCeremony()
      setProblem(undefined)
    },
    /** After an answer was lost: the same stamp under the same key cannot send twice. */
    again: (quote: WalletQuoted) =>
      once(async () => {
        const sent = unanswered.current
        if (sent && sent.executionId === quote.answer.executionId) await submit(quote, sent.stamped)
      }),
  }
}

/** The code of sessions is not part of the form's: who has a session has it already. */
async function dropSessions(): Promise<void> {
  const sessions = await import('../../../signing/session.ts')
  sessions.dropSessions()
}

/** The policy's sentences say more than that it refuses. */
function textOf(error: ApiError): string {
  const sentences = error.details.map(({ message }) => message)
  return error.code === 'POLICY_BLOCKED' && sentences.length > 0
    ? sentences.join(' ')
    : errorText(error)
}
