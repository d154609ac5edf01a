import { type QueryKey, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Callable } from '@corridor/client/http'
import { type AnswerOf, call, type InputOf } from '../../api/call.ts'
import { errorText, isApiError, isUnanswered } from '../../api/errors.ts'
import { noteMade } from '../../api/made-here.ts'
import { isRefusal, useIdempotencyKeys } from '../../api/idempotency-key.ts'
import { queries } from '../../api/query-client.ts'
import { whoRaises } from './who-raises.ts'
import { Notice } from '../../ui/display/blocks.tsx'
import { type ToastMessage, toast } from '../../ui/overlays/toast.ts'
import { ApprovalAsked, isAsked } from '../../ui/page/approval-asked.tsx'
import { t } from '../../messages/text.ts'

type Options<E extends Callable> = {
  /** The version of the record that the person saw: another one is not changed. */
  version?: number | undefined
  /** Sent once more after it has succeeded, it is another action: a test event, a delivery again. */
  repeats?: boolean
  onDone?: (answer: AnswerOf<E>) => unknown
  /** What is shown once it is done. */
  done?: Message | ((answer: AnswerOf<E>) => Message)
  /** What it makes stale: the key of what is read again once it is done. */
  stale?: QueryKey
  /** For what a refusal changes beside the message that it shows. */
  onRefused?: (error: unknown) => void | Promise<void>
  /** Title of the message about a refusal, where nothing on the page shows one. */
  refused?: string
}

type Message = string | Omit<ToastMessage, 'action' | 'stays'>

/**
 * One operation that a person asks for from a dialog; sent again, it is the same action as long as
 * nobody knows how it ended.
 */
export function useAction<E extends Callable>(endpoint: E, options: Options<E>) {
  const { version, repeats, onDone, done, stale, onRefused, refused } = options
  const keyOf = useIdempotencyKeys()
  const ended = useRef({ well: 0, refused: 0 })
  const action = useMutation({
    mutationFn: async (input: InputOf<E>) => {
      const item = [input, ended.current.refused, repeats ? ended.current.well : 0]
      return call(endpoint, input, { idempotencyKey: keyOf(item), version })
    },
    onSuccess: async (answer) => {
      ended.current.well += 1
      noteMade(answer)
      await onDone?.(answer)
      const message = typeof done === 'function' ? done(answer) : done
      if (message)
        toast({ tone: 'done', ...(typeof message === 'string' ? { title: message } : message) })
      if (stale) await queries.invalidateQueries({ queryKey: stale })
    },
    onError: (error) => {
      if (isRefusal(error)) ended.current.refused += 1
      if (refused) toast({ tone: 'fail', title: refused, text: refusalText(error) })
      return onRefused?.(error)
    },
  })
  return {
    send: (input: InputOf<E>) => action.mutate(input),
    isBusy: action.isPending,
    error: action.error ?? undefined,
    /** The refusal is answered: the form has changed. */
    forget: action.reset,
  }
}

/** Why an action did not happen: the closed ceremony, the first field's message, or the refusal's. */
export function refusalText(error: unknown): string {
  if (!isApiError(error)) return errorText(error)
  return error.details[0]?.message ?? errorText(error)
}

/** Why the service did not do it; what others have to agree to first was asked for, not refused. */
export function Refused({ title, error }: { title: string; error: unknown }) {
  if (!error) return null
  if (isAsked(error)) return <ApprovalAsked error={error} />
  if (isUnanswered(error)) {
    return (
      <Notice tone="fail" alert title={t('It is not known whether this was done')}>
        {errorText(error)} {t('Sending it again does not do it twice.')}
      </Notice>
    )
  }
  return (
    <Notice tone="fail" alert title={title}>
      {refusalText(error)} {whoRaises(error)}
    </Notice>
  )
}
