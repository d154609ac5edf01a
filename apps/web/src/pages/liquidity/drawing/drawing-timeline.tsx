import { drawingStates } from '@corridor/domain'
import { codeLabel, codeText } from '../../../messages/service.ts'
import type { Drawing } from '../../../api/queries/replenishment.ts'
import { Amount } from '../../../ui/display/amount.tsx'
import { Time } from '../../../ui/display/time.tsx'
import { Timeline, type TimelineItem } from '../../../ui/display/timeline.tsx'
import { readStatus } from '../../../ui/format/status.ts'
import { t } from '../../../messages/text.ts'

/** From the order over its payment to the repayments and the day on which it is due. */
export function DrawingTimeline({ drawing }: { drawing: Drawing }) {
  return <Timeline label={t('Timeline')} items={itemsOf(drawing)} />
}

function itemsOf(drawing: Drawing): TimelineItem[] {
  const { createdAt, scheduledFor, disbursedAt, dueAt, status, failure, replenishments } = drawing
  const { isDrawn, isOpen, meaning } = drawingStates[status]
  return [
    { key: 'ordered', meaning: 'done', title: t('Created'), aside: <Time at={createdAt} /> },
    ...(scheduledFor
      ? [
          {
            key: 'scheduled',
            meaning: disbursedAt ? ('done' as const) : ('wait' as const),
            title: t('Frame begins'),
            aside: <Time at={scheduledFor} />,
          },
        ]
      : []),
    !isDrawn
      ? {
          key: 'failed',
          meaning: 'fail',
          title: codeLabel(status),
          aside: <Time at={failure?.at ?? drawing.updatedAt} />,
          text: failure?.message,
        }
      : {
          key: 'disbursed',
          meaning: disbursedAt ? 'done' : 'move',
          title: disbursedAt ? t('Paid out') : t('Being paid out'),
          aside: disbursedAt ? <Time at={disbursedAt} /> : null,
        },
    ...replenishments
      .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
      .map((replenishment) => ({
        key: replenishment.replenishmentId,
        meaning: readStatus(replenishment.txnStatus).meaning,
        title: t('Replenishment {state}', { state: codeText(replenishment.txnStatus) }),
        aside: <Time at={replenishment.createdAt} />,
        text: <Amount value={replenishment.totalReplenishAmount} currency={replenishment.asset} />,
      })),
    ...(!isDrawn
      ? []
      : [
          !isOpen
            ? {
                key: 'ended',
                meaning,
                title: codeLabel(status),
                aside: <Time at={drawing.updatedAt} />,
              }
            : {
                key: 'due',
                meaning: status === 'OVERDUE' ? ('hand' as const) : ('none' as const),
                title: status === 'OVERDUE' ? t('Overdue') : t('Due'),
                aside: <Time at={dueAt} />,
              },
        ]),
  ]
}
