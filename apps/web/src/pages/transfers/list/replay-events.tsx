import { useMutation } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useMissingPermission } from '../../../api/session.ts'
import type { Timeline } from '../../../api/queries/transfers.ts'
import { webhooksKey } from '../../../api/queries/webhooks.ts'
import { notSentText, resendAll } from '../../../features/webhooks/resend-all.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { q, transfers, queries } from '../../../api/call.ts'
import { plural, t } from '../../../messages/text.ts'

/** Sends the events of a transfer to the workspace's endpoint again, in the order in which they happened. */
export function ReplayEvents({ executionId }: { executionId: string }) {
  const missing = useMissingPermission('webhooks:write')
  const replay = useMutation({
    mutationFn: async () => {
      const { data } = await queries.fetchQuery(q(transfers.timeline, { executionId }))
      const ids = newestDeliveries(data)
      return { count: ids.length, ...(await resendAll(ids, () => undefined)) }
    },
    onSuccess: async ({ count, sent, refusal }) => {
      toast({
        tone: refusal === undefined && sent > 0 ? 'done' : 'hand',
        title: plural(sent, {
          one: '{count} event sent again',
          other: '{count} events sent again',
        }),
        text:
          count === 0
            ? t('No endpoint has been sent an event of this transfer.')
            : refusal === undefined
              ? ''
              : notSentText(count - sent, refusal),
      })
      await queries.invalidateQueries({ queryKey: webhooksKey })
    },
  })
  return (
    <Button
      size="s"
      variant="quiet"
      icon={RotateCw}
      busy={replay.isPending}
      disabledReason={missing}
      onClick={() => replay.mutate()}
    >
      {t('Replay events')}
    </Button>
  )
}

/** Of each event the delivery that was made last, in the order of the events. */
export function newestDeliveries({ deliveries }: Pick<Timeline, 'deliveries'>): string[] {
  return [...new Map(deliveries.map(({ eventId, deliveryId }) => [eventId, deliveryId])).values()]
}
