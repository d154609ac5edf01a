import '../../../features/transfers/path.css'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { isApiError } from '../../../api/errors.ts'
import { trackedQuery } from '../../../api/queries/tracking.ts'
import type { Tracked } from '../../../api/staff.ts'
import { Amount, Time, StatusPill } from '../../../ui/display/values.tsx'
import { Card, fact, Notice } from '../../../ui/display/blocks.tsx'
import { Mark } from '../../../ui/display/mark.tsx'
import { SkeletonLines } from '../../../ui/display/skeleton.tsx'
import { StatusIcon } from '../../../ui/display/status-icon.tsx'
import type { Meaning } from '../../../ui/format/status.ts'
import { Copied } from '../../../ui/controls/copied.tsx'
import { PageTitle } from '../../../ui/page/page-head.tsx'
import { RegionError, StaleStrip } from '../../../ui/page/region.tsx'
import { rich } from '../../../messages/rich.tsx'
import { BankTime } from '../../../features/transfers/bank-time.tsx'
import { t } from '../../../messages/text.ts'

/** How far one transfer is, for whoever was given the link. There is nothing to sign in to and nothing to do. */
export function Component() {
  const { token = '' } = useParams()
  const query = useQuery(trackedQuery(token))
  const { data, error, refetch } = query
  let content: ReactNode = (
    <Card>
      <SkeletonLines />
    </Card>
  )
  if (isDead(error)) content = <DeadLink />
  else if (data) {
    content = (
      <>
        {error ? <StaleStrip at={query.dataUpdatedAt} onRetry={() => void refetch()} /> : null}
        <TrackedTransfer tracked={data} />
      </>
    )
  } else if (error) {
    content = <RegionError error={error} what={t('Transfer')} onRetry={() => void refetch()} />
  }
  return (
    <main id="main" className="grid p-6 mx-auto sheet">
      <PageTitle>{t('Track transfer')}</PageTitle>
      <span className="brand">
        <Mark />
        {'Corridor'}
      </span>
      {content}
    </main>
  )
}

const isDead = (error: unknown) => isApiError(error) && error.status === 404

function DeadLink() {
  return (
    <div>
      <h1>{t('This link is not valid, or no longer')}</h1>
      <p className="muted mt-1">
        {t('Tracking links end after a while. Ask whoever sent it to you for a new one.')}
      </p>
    </div>
  )
}

const states: Record<Tracked['state'], readonly [string, string, string]> = {
  waiting: [
    'PENDING',
    t('Waiting for the money'),
    t('The transfer starts once the payment arrives.'),
  ],
  moving: [
    'PROCESSING',
    t('On its way'),
    t('The money has arrived with us and is being processed.'),
  ],
  arrived: ['COMPLETED', t('Arrived'), t('The money has been paid out.')],
  returning: ['REFUNDING', t('On its way back'), t('The money is being sent back to the payer.')],
  returned: ['REFUNDED', t('Returned'), t('The money was sent back to the payer.')],
  stopped: ['CANCELLED', t('Stopped'), t('This transfer will not continue as planned.')],
}

function TrackedTransfer({ tracked }: { tracked: Tracked }) {
  const { workspace, environment, state, amountIn, amountOut, payer, payee, payeePlace } = tracked
  const [status, label, text] = states[state]
  return (
    <>
      {environment === 'sandbox' ? (
        <Notice title={t('Sandbox')}>{t('This is a test transfer. No real money moves.')}</Notice>
      ) : null}
      <div>
        <h1>
          <Amount look="figure" value={amountOut.value} currency={amountOut.currency} />
          <span className="visually-hidden"> {t('to {payee}', { payee })}</span>
        </h1>
        <div className="row flex-wrap mt-1" aria-live="polite">
          <StatusPill status={status} label={label} />
          <span className="muted">{text}</span>
        </div>
        {state === 'stopped' ? (
          <p className="muted mt-1">
            {t('Contact {workspace} for what happens next.', { workspace })}
          </p>
        ) : null}
      </div>
      <Card title={t('Progress')}>
        <Steps tracked={tracked} />
      </Card>
      <Card
        title={t('Details')}
        facts={[
          fact(t('From'), payer),
          fact(t('To'), `${payee}, ${payeePlace}`),
          fact(t('Sent'), <Amount value={amountIn.value} currency={amountIn.currency} />),
          fact(
            state === 'arrived' ? t('Paid out') : t('To be paid out'),
            <Amount value={amountOut.value} currency={amountOut.currency} />,
          ),
          tracked.payUntil && fact(t('Pay by'), <Time at={tracked.payUntil} withZone />),
          tracked.leavesAt &&
            fact(t('Leaves'), <BankTime at={tracked.leavesAt} bankZone={tracked.bankTimeZone} />),
          tracked.expectedAt &&
            fact(
              t('Arrives by'),
              <BankTime
                at={tracked.expectedAt}
                bankZone={tracked.bankTimeZone}
                isEstimated={tracked.isEstimated}
              />,
            ),
          fact(t('Handled by'), workspace),
          tracked.uetr &&
            fact('UETR', <Copied text={tracked.uetr} label={t('Copy {what}', { what: 'UETR' })} />),
        ]}
      />
      <p className="caption">
        {rich('As of {time}. This link works until {end}.', {
          time: <Time at={tracked.asOf} detail="second" withZone />,
          end: <Time at={tracked.expiresAt} withZone />,
        })}
      </p>
    </>
  )
}

const stepLabels: Record<Tracked['steps'][number]['key'], string> = {
  received: t('Payment received'),
  processed: t('Converted'),
  sent: t('Paid out'),
  arrived: t('Arrived'),
  returning: t('Sent back'),
  returned: t('Returned'),
}

const meanings: Record<Tracked['steps'][number]['state'], Meaning> = {
  done: 'done',
  current: 'wait',
  todo: 'none',
}

function Steps({ tracked: { steps } }: { tracked: Tracked }) {
  return (
    <ol className="money-path" aria-label={t('Steps')}>
      {steps.map(({ key, state, at }) => (
        <li
          key={key}
          className={state === 'done' ? 'is-past' : undefined}
          aria-current={state === 'current' ? 'step' : undefined}
        >
          <span className={`marker ${meanings[state]}`}>
            <StatusIcon meaning={meanings[state]} />
          </span>
          <div>
            <div className={state === 'todo' ? 'muted' : 'strong'}>{stepLabels[key]}</div>
            <div className="muted">
              {at ? (
                <Time at={at} detail="second" withZone />
              ) : state === 'current' ? (
                t('In progress')
              ) : (
                t('To come')
              )}
            </div>
          </div>
        </li>
      ))}
    </ol>
  )
}
