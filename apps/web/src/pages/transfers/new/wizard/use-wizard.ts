import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { useMissingPermission } from '../../../../api/session.ts'
import { paths } from '../../../../routing/paths.ts'
import { serviceNow } from '../../../../api/clock.ts'
import { transferQuery } from '../../../../api/queries/transfers.ts'
import { useDraftSaving } from '../../../../features/drafts/saving.ts'
import { amountText } from '../../../../ui/format/numbers.ts'
import type { Draft } from './draft.ts'
import { useDraft } from './use-draft.ts'
import { useParties } from './use-parties.ts'
import type { QuoteEnd } from '../../../../features/transfers/signing/quoted.ts'
import { useSigning } from '../../../../features/transfers/signing/use-signing.ts'
import { readAmount, useQuote } from './use-quote.ts'
import { walletDetailsQuery } from '../../../../api/queries/wallets.ts'
import { q, wallets, queries } from '../../../../api/call.ts'
import { t } from '../../../../messages/text.ts'

export type Wizard = ReturnType<typeof useWizard>

/** What the parts of the form show and change. */
export type PartProps = Pick<Wizard, 'state' | 'parties' | 'quoting'>

/** Fetches the code of the next step ahead of the click. */
type Loaders = {
  /** What the review and the signature need. */
  loadReview: () => Promise<unknown>
  /** The same for a transfer that nobody signs. */
  loadConfirm: () => Promise<unknown>
}

/** Everything a new transfer is made of, from the first input to the signature. */
export function useWizard(draftId: string, kept: unknown, { loadReview, loadConfirm }: Loaders) {
  const navigate = useNavigate()
  const state = useDraft(draftId, kept)
  const parties = useParties(state.draft)
  const saving = useDraftSaving({
    draftId,
    kind: 'transfer',
    title: titleOf(state.draft, parties),
    body: state.draft,
    start: state.start,
  })
  const quoting = useQuote(state, parties)
  const [stage, setStage] = useState<'form' | 'review'>('form')
  const { quote, end } = quoting
  const signing = useSigning({
    draftId,
    onDone: async (started) => {
      saving.forget()
      await navigate(paths.transfer(started), { replace: true })
    },
    onEnd: quoting.endQuote,
  })
  const executionId = quote?.answer.executionId
  const endQuote = (ended: string, why: QuoteEnd) => {
    // What was sent already is decided by the service's answer.
    if (signing.phase === 'sending') return
    signing.stop()
    quoting.endQuote(ended, why)
  }
  useWatchedQuote(end ? undefined : executionId, endQuote)
  const prefetch = usePrefetch(loadReview)
  const ask = async () => {
    setStage('form')
    const next = await quoting.ask()
    if (next?.kind === 'ordinary') void loadConfirm()
    else if (next) prefetch(next.from.account.entityId)
  }
  return {
    state,
    saving,
    parties,
    quoting,
    signing,
    quote,
    end,
    /** The amount as it is read, once there is one and a currency to read it in. */
    amount: readAmount(state.draft, parties),
    /** An expired quote leads back to the inputs, which are as they were. */
    stage: quote && !end ? stage : 'form',
    setStage,
    ask: () => void ask(),
    endQuote,
    disabledReason: useMissingPermission('transfers:write'),
  }
}

/** How the person recognises it among the drafts. */
function titleOf(draft: Draft, { from, to }: ReturnType<typeof useParties>): string {
  const amount = readAmount(draft, { from, to })
  const sum = amount?.ok ? amountText(amount.text) : draft.amount.trim()
  const ends =
    from && to
      ? t('{payer} to {payee}', { payer: from.label, payee: to.label })
      : (from ?? to)?.label
  return [sum, ends || draft.transactionId].filter(Boolean).join(' · ')
}

const watchEveryMs = 10_000

/** A quote can end before its time, when another one of the same wallet takes its place. */
function useWatchedQuote(
  executionId: string | undefined,
  onEnd: (executionId: string, why: QuoteEnd) => void,
): void {
  const { data } = useQuery({
    ...transferQuery(executionId ?? ''),
    enabled: executionId !== undefined,
    refetchInterval: watchEveryMs,
  })
  const status = data?.data.status
  const validUntil = data?.data.validUntil ?? ''
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (!executionId || status !== 'EXPIRED') return
    end(executionId, serviceNow() < Date.parse(validUntil) ? 'superseded' : 'expired')
  }, [executionId, status, validUntil])
}

/** While a person reads the quote, everything the signature needs is fetched. */
function usePrefetch(loadReview: Loaders['loadReview']) {
  return (entityId: string) => {
    void loadReview()
    void queries.prefetchQuery(q(wallets.passkeys, { entityId }))
    void queries.prefetchQuery(walletDetailsQuery(entityId))
  }
}
