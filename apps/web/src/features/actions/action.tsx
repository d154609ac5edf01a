import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Callable } from '@corridor/client/http'
import { type AnswerOf, call, type InputOf } from '../../api/call.ts'
import { errorText, isApiError, isUnanswered } from '../../api/errors.ts'
import { noteMade } from '../../api/made-here.ts'
import { isRefusal, useIdempotencyKeys } from '../../api/idempotency-key.ts'
import { whoRaises } from './who-raises.ts'
import { Notice } from '../../ui/display/blocks.tsx'
import { ApprovalAsked, isAsked } from '../../ui/page/approval-asked.tsx'
import { t } from '../../messages/text.ts'

type Options<E extends Callable> = {
  /** The version of the record that the person saw: another one is not changed. */
  version?: number | undefined
  /** Sent once more after it has succeeded, it is another action: a test event, a delivery again. */
  repeats?: boolean
  onDone: (answer: AnswerOf<E>) => void | Promise<void>
  /** For what a refusal changes beside the message that it shows. */
  onRefused?: (error: unknown) => void | Promise<void>
}

/**
 * One operation that a person asks for from a dialog; sent again, it is the same action as long as
 * nobody knows how it ended.
 */
export function useAction<E extends Callable>(endpoint: E, options: Options<E>) {
  const { version, repeats, onDone, onRefused } = options
  const keyOf = useIdempotencyKeys()
  const ended = useRef({ well: 0, refused: 0 })
  const action = useMutation({
    mutationFn: async (input: InputOf<E>) => {
      const { well, refused } = ended.current
      const item = [input, refused, repeats ? well : 0]
      return call(endpoint, input, { idempotencyKey: keyOf(item), version })
    },
    onSuccess: (answer) => {
      ended.current.well += 1
      noteMade(answer)
      return onDone(answer)
    },
    onError: (error) => {
      if (isRefusal(error)) ended.current.refused += 1
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
