import '../../../features/payin-routes/payin-routes.css'
import { useState } from 'react'
import type { WaitingPayment } from '../../../api/queries/bank-payments.ts'
import { useMissingPermission, useSession } from '../../../api/session.ts'
import { MessageCompare } from '../../../features/payin-routes/messages/message-compare.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Card, FactStrip, fact } from '../../../ui/display/blocks.tsx'
import { part } from '../../../ui/display/part.tsx'
import { shortId, Time } from '../../../ui/display/values.tsx'
import { serviceNow } from '../../../api/clock.ts'
import { calendarDayText } from '../../../ui/format/times.ts'
import { amountText } from '../../../ui/format/numbers.ts'
import { TextLink } from '../../../ui/page/links.tsx'
import { paths } from '../../../routing/paths.ts'
import { t } from '../../../messages/text.ts'

const DecideDialog = part(() => import('./decide-dialog.tsx'), 'DecideDialog')

/** A payment that waits, beside the one that it may be once more. */
export function WaitingCard({ payment }: { payment: WaitingPayment }) {
  const { amount, likely, messages, fundingAccountId, executionId, waitingSince } = payment
  const sum = amountText(amount.amount, amount.currency)
  return (
    <Card
      title={sum}
      beside={
        <span className="muted">
          {payment.reason === 'TWICE_IN_FILE'
            ? t('twice in one file')
            : t('perhaps reported before')}
        </span>
      }
      footer={<Decision payment={payment} />}
      flush
    >
      <div className="px-4 waiting-facts">
        <FactStrip
          rows={[
            fundingAccountId &&
              fact(
                t('Funding account'),
                <TextLink className="mono" to={paths.fundingAccount(fundingAccountId)}>
                  {shortId(fundingAccountId)}
                </TextLink>,
              ),
            executionId &&
              fact(
                t('Transfer'),
                <TextLink className="mono" to={paths.transfer(executionId)}>
                  {shortId(executionId)}
                </TextLink>,
              ),
            fact(t('Waiting since'), <Time at={waitingSince} />),
            likely?.depositId &&
              fact(
                t('Perhaps this deposit'),
                <TextLink className="mono" to={paths.payinDeposit(likely.depositId)}>
                  {shortId(likely.depositId)}
                </TextLink>,
              ),
          ]}
        />
      </div>
      <MessageCompare
        label={t('Messages about {amount}', { amount: sum })}
        groups={[
          ...(likely ? [{ name: t('Here already'), messages: likely.messages }] : []),
          { name: t('Waits'), messages },
        ]}
      />
    </Card>
  )
}

/** In a sandbox the partner decides in the operator’s place; in live the bank or the operator does. */
function Decision({ payment }: { payment: WaitingPayment }) {
  const isSandbox = useSession()?.environment === 'sandbox'
  const missing = useMissingPermission('sandbox')
  const [asked, setAsked] = useState<'PART' | 'JOIN' | undefined>()
  const who = (
    <p className="muted">
      {t(
        'The bank’s statement of {day} decides by itself, or our team before it comes. Until then nothing is credited.',
        { day: calendarDayText(payment.bookedOn, serviceNow()) },
      )}{' '}
      {isSandbox ? t('In a sandbox you decide in place of our team.') : null}
    </p>
  )
  if (!isSandbox) return who
  return (
    <div className="grid gap-2">
      {who}
      <div className="row flex-wrap">
        <Button
          size="s"
          aria-haspopup="dialog"
          disabledReason={missing}
          onClick={() => setAsked('PART')}
        >
          {t('Two payments')}
        </Button>
        <Button
          size="s"
          aria-haspopup="dialog"
          disabledReason={
            missing ??
            (payment.likely ? undefined : t('There is no payment of yours to join it to'))
          }
          onClick={() => setAsked('JOIN')}
        >
          {t('One payment')}
        </Button>
      </div>
      {asked ? (
        <DecideDialog payment={payment} decision={asked} onClose={() => setAsked(undefined)} />
      ) : null}
    </div>
  )
}
