import { useState } from 'react'
import { payinRoutes, queries } from '../../../api/call.ts'
import { isApiError } from '../../../api/errors.ts'
import { useAction } from '../../actions/action.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import type { ResolvableDeposit } from '../../../api/queries/lists/payin-routes.ts'
import { payinRoutesKey } from '../../../api/queries/payin-routes.ts'
import { type ResolveAction, resolvedTitles } from './resolve-labels.ts'
import { useSeenVersion } from '../seen-version.ts'
import { t } from '../../../messages/text.ts'

/** Another account than the one that the route or the return policy names. */
export const another = 'another'

/** What is chosen so far, and the one request; money moves only after a fresh passkey. */
export function useResolve(deposit: ResolvableDeposit, onClose: () => void) {
  const [action, setAction] = useState<ResolveAction | ''>('')
  /** '' is the account that needs no naming; a transfer always does. */
  const [way, setWay] = useState('')
  const [target, setTarget] = useState('')
  const [reason, setReason] = useState('')
  const [problems, setProblems] = useState<{ action?: string; target?: string }>({})
  const seen = useSeenVersion(deposit.version)
  const refresh = () => queries.invalidateQueries({ queryKey: payinRoutesKey })
  const resolve = useAction(payinRoutes.resolve, {
    version: seen.version,
    onDone: async () => {
      onClose()
      if (action !== '') toast({ tone: 'done', title: resolvedTitles[action] })
      await refresh()
    },
    onRefused: async (error) => {
      seen.noteRefusal(error)
      const problem = way === another ? targetProblem(error) : undefined
      setProblems(problem === undefined ? {} : { target: problem })
      await refresh()
    },
  })
  const forget = () => {
    setProblems({})
    resolve.forget()
  }
  return {
    action,
    way,
    target,
    reason,
    problems,
    isBusy: resolve.isBusy,
    // What stands at the field is not repeated.
    error: problems.target === undefined ? resolve.error : undefined,
    setReason,
    choose: (chosen: ResolveAction, needsTarget: boolean) => {
      setAction(chosen)
      setWay(needsTarget ? another : '')
      setTarget('')
      forget()
    },
    setWay: (chosen: string) => {
      setWay(chosen)
      forget()
    },
    setTarget: (accountId: string) => {
      setTarget(accountId)
      forget()
    },
    submit: (): boolean => {
      if (action === '') {
        setProblems({ action: t('Choose what to do with it.') })
        return false
      }
      const isNamed = action !== 'HOLD' && way === another
      if (isNamed && target === '') {
        setProblems({
          target: action === 'ASSIGN' ? t('Choose the transfer.') : t('Choose where it goes.'),
        })
        return false
      }
      resolve.send({
        body: {
          depositId: deposit.depositId,
          action,
          reason: reason.trim(),
          ...(isNamed ? { [action === 'ASSIGN' ? 'executionId' : 'target']: target } : {}),
        },
      })
      return true
    },
  }
}

const named: readonly string[] = ['target', 'toAccountId', 'executionId']

/** A payout that is retried calls it by its own name, and so does a transfer. */
const targetProblem = (error: unknown) =>
  isApiError(error) ? error.details.find(({ path }) => named.includes(path))?.message : undefined
