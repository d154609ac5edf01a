import { useState } from 'react'
import { payinRoutes } from '../../../../api/call.ts'
import { isApiError } from '../../../../api/errors.ts'
import { useAction } from '../../../../features/actions/confirmed-call.ts'
import { decimalText } from '../../../../ui/format/numbers.ts'
import { toast } from '../../../../ui/overlays/toast.ts'
import { changeConsequences } from './change-consequences.ts'
import { type PayinRoute, payinRoutesKey } from '../../../../api/queries/payin-routes.ts'
import { useSeenVersion } from '../../../../features/payin-routes/seen-version.ts'
import { queries } from '../../../../api/query-client.ts'
import { t } from '../../../../messages/text.ts'

const sampleOf = ({ limits }: PayinRoute) => decimalText(Math.max(1000, limits.minDeposit))

/** The form's state, and the one request that a fresh passkey confirms. */
export function useChangeDestination(route: PayinRoute, onClose: () => void) {
  const [chosen, setChosen] = useState('')
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const seen = useSeenVersion(route.version)
  const refresh = () => queries.invalidateQueries({ queryKey: payinRoutesKey })
  const change = useAction(payinRoutes.update, {
    version: seen.version,
    onDone: async ({ data: { created } }) => {
      onClose()
      toast(
        created
          ? { tone: 'done', title: t('The destination was changed') }
          : {
              tone: 'none',
              title: t('Deposits already go there'),
              text: t('Nothing was changed.'),
            },
      )
      await refresh()
    },
    onRefused: async (error) => {
      seen.noteRefusal(error)
      setProblem(fieldProblem(error))
      await refresh()
    },
  })
  return {
    chosen,
    choose: (accountId: string) => {
      setChosen(accountId)
      setProblem(undefined)
      change.forget()
    },
    reason,
    setReason,
    problem,
    sample: sampleOf(route),
    consequences: changeConsequences(route),
    isBusy: change.isBusy,
    // What stands at the field is not repeated.
    error: fieldProblem(change.error) === undefined ? change.error : undefined,
    submit: (): boolean => {
      if (chosen === '') {
        setProblem(t('Choose where new deposits go.'))
        return false
      }
      change.send({
        body: { teleportId: route.routeId, externalAccountId: chosen, reason: reason.trim() },
      })
      return true
    },
  }
}

const fieldProblem = (error: unknown) =>
  isApiError(error) && error.code !== 'KYC_REQUIRED'
    ? error.details.find(({ path }) => path === 'externalAccountId')?.message
    : undefined
