import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { payinRoutes, queries } from '../../../api/call.ts'
import type { HeldDeposit } from '../../../api/queries/lists/payin-routes.ts'
import { payinRoutesKey } from '../../../api/queries/payin-routes.ts'
import { useAction, Refused } from '../../../features/actions/action.tsx'
import { unfitText } from '../../../features/payin-routes/limit-labels.ts'
import { amountText } from '../../../ui/format/numbers.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'
import { ReasonField } from '../../../ui/overlays/reason-field.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { Button } from '../../../ui/controls/button.tsx'
import {
  forwardLimit,
  type ForwardResult,
  forwardedTitle,
  leftOut,
  oldestFirst,
  sumsText,
} from './forward-labels.ts'
import { plural, t } from '../../../messages/text.ts'

type Props = {
  /** Left out: the oldest that fit, whichever they are. */
  picked?: readonly HeldDeposit[]
  onClose: (isDone: boolean) => void
}

/** Forwards held deposits together: what goes, what does not and why stand here before anything does. */
export function ForwardDialog({ picked, onClose }: Props) {
  const [reason, setReason] = useState('')
  const [done, setDone] = useState<ForwardResult | undefined>()
  const fitting = picked && oldestFirst(picked.filter(({ fit }) => fit?.fits))
  const sent = fitting?.slice(0, forwardLimit)
  const action = useAction(payinRoutes.forwardHeld, {
    onDone: async ({ data }) => {
      await queries.invalidateQueries({ queryKey: payinRoutesKey })
      if (data.data.excluded > 0 || data.data.forwarded === 0) return setDone(data.data)
      toast({ tone: 'done', title: forwardedTitle(data.data) })
      onClose(true)
    },
    onRefused: () => queries.invalidateQueries({ queryKey: payinRoutesKey }),
  })
  if (done) return <Outcome result={done} onClose={() => onClose(true)} />
  return (
    <FormDialog
      wide
      title={t('Forward held deposits')}
      description={
        sent
          ? plural(
              sent.length,
              {
                one: '{count} deposit, {sums}, at the current rates and fees.',
                other: '{count} deposits, {sums}, at the current rates and fees.',
              },
              { sums: sumsText(sent) },
            )
          : t(
              'The oldest deposits that fit the limits now, {limit} at most, at the current rates and fees.',
              { limit: forwardLimit },
            )
      }
      button={sent ? t('Forward {count}', { count: sent.length }) : t('Forward what fits')}
      icon={<Fingerprint />}
      isBusy={action.isBusy}
      onSubmit={() =>
        action.send({
          body: {
            reason: reason.trim(),
            ...(sent ? { depositIds: sent.map(({ depositId }) => depositId) } : {}),
          },
        })
      }
      onClose={() => onClose(false)}
    >
      {picked ? <LeftOut lines={leftOut(picked, fitting?.slice(forwardLimit) ?? [])} /> : null}
      <p className="muted">
        {t(
          'Each is checked again when those before it are counted. What no longer fits stays held.',
        )}
      </p>
      <ReasonField value={reason} onChange={setReason} />
      <Refused title={t('Nothing was forwarded')} error={action.error} />
    </FormDialog>
  )
}

function LeftOut({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <section aria-label={t('Left out')} className="sunken-box">
      <div className="label">{t('Left out')}</div>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}

function Outcome({ result, onClose }: { result: ForwardResult; onClose: () => void }) {
  const excluded = result.results.filter(({ outcome }) => outcome === 'EXCLUDED')
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title={forwardedTitle(result)}
      description={plural(excluded.length, {
        one: 'One stays held:',
        other: '{count} stay held:',
      })}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('Close')}
        </Button>
      }
    >
      <ul aria-label={t('Stay held')}>
        {excluded.map(({ depositId, amountIn, message, limit, reason }) => (
          <li key={depositId}>
            {amountIn ? `${amountText(amountIn.amount, amountIn.currency)}: ` : ''}
            {limit ? unfitText({ fits: false, reason, limit }) : message}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
