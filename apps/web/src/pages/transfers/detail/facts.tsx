import { transferMembers } from '@corridor/contract/members'
import { useQuery } from '@tanstack/react-query'
import { TextLink } from '../../../ui/page/links.tsx'
import { paths } from '../../../routing/paths.ts'
import { shortId, Time } from '../../../ui/display/values.tsx'
import { type Fact, FactStrip, fact } from '../../../ui/display/blocks.tsx'
import { memberFacts } from '../../../ui/display/member.tsx'
import type { Timeline, Transfer } from '../../../api/queries/transfers.ts'
import { Actor } from '../../../ui/display/actor.tsx'
import { kindOf } from '../../../features/transfers/labels.ts'
import { rich } from '../../../messages/rich.tsx'
import { Copied } from '../../../ui/controls/copied.tsx'
import { q, transfers } from '../../../api/call.ts'
import { t } from '../../../messages/text.ts'

/** Ids, times and what came with the order. */
export function Facts({ transfer }: { transfer: Transfer }) {
  const { executionId, completedAt } = transfer
  const { data } = useQuery(q(transfers.timeline, { executionId }))
  // Of the last payment by a bank: what it is called on the way, at every bank.
  const uetr = data?.data.payouts.findLast((payout) => payout.uetr !== '')?.uetr
  const time = (label: string, at: string | undefined): Fact =>
    at && fact(label, <Time at={at} detail="second" withZone />)
  return (
    <FactStrip
      rows={[
        fact(t('Execution'), <Id text={executionId} what={t('execution id')} />),
        fact(t('Reference'), <Id text={transfer.transactionId} what={t('reference')} />),
        fact(t('Kind'), <Kind transfer={transfer} />),
        transfer.routeId &&
          fact(
            t('Route ID'),
            <RecordLink id={transfer.routeId} to={paths.payinRoute(transfer.routeId)} />,
          ),
        transfer.routeId &&
          transfer.depositId &&
          fact(
            t('Deposit'),
            <RecordLink id={transfer.depositId} to={paths.payinDeposit(transfer.depositId)} />,
          ),
        uetr && fact('UETR', <Id text={uetr} what="UETR" />),
        time(t('Started'), transfer.createdAt),
        time(t('Completed'), completedAt),
        makerOf(data?.data.audit),
        ...memberFacts(transferMembers, transfer),
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

/** The pay-in route that started it, or what came in on it. */
const RecordLink = ({ id, to }: { id: string; to: string }) => (
  <TextLink className="mono truncated" to={to} title={id}>
    {shortId(id)}
  </TextLink>
)

/** Who asked for it first, as the audit log has it. */
function makerOf(audit: Timeline['audit'] = []): Fact {
  const [first] = audit
  if (!first) return undefined
  const { actorType, actorId, actorName } = first
  return fact(t('Created by'), <Actor type={actorType} id={actorId} name={actorName} />)
}

function Id({ text, what }: { text: string; what: string }) {
  return <Copied text={text} label={t('Copy {what}', { what })} />
}
