import { codeLabel } from '../../../messages/service.ts'
import { useQuery } from '@tanstack/react-query'
import { TextLink } from '../../../ui/page/links.tsx'
import { paths } from '../../../routing/paths.ts'
import { shortId } from '../../../ui/display/address.tsx'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { type DescriptionRow, FactStrip } from '../../../ui/display/description-list.tsx'
import { Time } from '../../../ui/display/time.tsx'
import { isOver, timelineQuery, type Transfer } from '../../../api/queries/transfers.ts'
import { Actor } from '../../../ui/display/actor.tsx'
import { kindOf } from '../../../features/transfers/labels.ts'
import { rich } from '../../../messages/rich.tsx'
import { t } from '../../../messages/text.ts'

/** Ids, times and what came with the order. */
export function Facts({ transfer }: { transfer: Transfer }) {
  const { executionId, estimatedArrival, completedAt, purposeCode, reference } = transfer
  const maker = useMaker(executionId)
  const time = (label: string, at: string) => ({
    label,
    value: <Time at={at} detail="second" withZone />,
  })
  const text = (label: string, value: string | undefined): DescriptionRow =>
    value ? { label, value: <span className="truncated">{value}</span> } : undefined
  return (
    <FactStrip
      rows={[
        { label: t('Execution'), value: <Id text={executionId} what={t('execution id')} /> },
        {
          label: t('Reference'),
          value: <Id text={transfer.transactionId} what={t('reference')} />,
        },
        { label: t('Kind'), value: <Kind transfer={transfer} /> },
        transfer.routeId
          ? { label: t('Route ID'), value: <RouteLink routeId={transfer.routeId} /> }
          : undefined,
        transfer.routeId && transfer.depositId
          ? { label: t('Deposit'), value: <DepositLink depositId={transfer.depositId} /> }
          : undefined,
        time(t('Started'), transfer.createdAt),
        completedAt ? time(t('Completed'), completedAt) : undefined,
        estimatedArrival && !isOver(transfer)
          ? time(t('Estimated arrival'), estimatedArrival)
          : undefined,
        maker,
        text(t('Purpose'), purposeCode && codeLabel(purposeCode)),
        text(t('Message to the payee'), reference),
      ]}
    />
  )
}

function Kind({ transfer: { executionId, refundOf } }: { transfer: Transfer }) {
  if (!refundOf) return kindOf(executionId)
  return (
    <span>
      {rich('Refund of {transfer}', {
        transfer: (
          <TextLink className="mono" to={paths.transfer(refundOf)}>
            {shortId(refundOf)}
          </TextLink>
        ),
      })}
    </span>
  )
}

/** The pay-in route that started it. */
function RouteLink({ routeId }: { routeId: string }) {
  return (
    <TextLink className="mono truncated" to={paths.payinRoute(routeId)} title={routeId}>
      {shortId(routeId)}
    </TextLink>
  )
}

/** What came in on the route. */
function DepositLink({ depositId }: { depositId: string }) {
  return (
    <TextLink className="mono truncated" to={paths.payinDeposit(depositId)} title={depositId}>
      {shortId(depositId)}
    </TextLink>
  )
}

/** Who asked for it first, as the audit log has it. */
function useMaker(executionId: string): DescriptionRow {
  const { data } = useQuery(timelineQuery(executionId))
  const first = data?.data.audit[0]
  if (!first) return undefined
  const { actorType, actorId, actorName } = first
  return {
    label: t('Created by'),
    value: <Actor type={actorType} id={actorId} name={actorName} />,
  }
}

function Id({ text, what }: { text: string; what: string }) {
  return (
    <>
      <span className="mono truncated">{text}</span>
      <CopyButton text={text} label={t('Copy {what}', { what })} />
    </>
  )
}
