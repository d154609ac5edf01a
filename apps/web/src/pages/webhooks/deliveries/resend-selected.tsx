import { useMutation } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useMissingPermission } from '../../../api/session.ts'
import { notSentText, resendAll } from '../../../features/webhooks/resend-all.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { countText } from '../../../ui/format/numbers.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { webhooksKey } from '../../../api/queries/webhooks.ts'
import { queries } from '../../../api/call.ts'
import { plural, t } from '../../../messages/text.ts'

type Props = { ids: ReadonlySet<string>; onClear: () => void }

/** What can be done with the picked deliveries: each is sent again, one after the other. */
export function ResendSelected({ ids, onClear }: Props) {
  const missing = useMissingPermission('webhooks:write')
  const [at, setAt] = useState(0)
  const resend = useMutation({
    mutationFn: () => resendAll([...ids], setAt),
    onSuccess: async ({ sent, refusal }) => {
      onClear()
      toast({
        tone: refusal === undefined ? 'done' : 'hand',
        title: plural(
          sent,
          { one: '{count} delivery sent again', other: '{count} deliveries sent again' },
          { count: countText(sent) },
        ),
        text: refusal === undefined ? '' : notSentText(ids.size - sent, refusal),
      })
      await queries.invalidateQueries({ queryKey: webhooksKey })
    },
  })
  return (
    <div className="list-filters">
      <span className="strong">{t('{count} selected', { count: countText(ids.size) })}</span>
      <Button
        size="s"
        icon={RotateCw}
        busy={resend.isPending}
        disabledReason={missing}
        onClick={() => resend.mutate()}
      >
        {resend.isPending
          ? t('Sending {number} of {total}', { number: at, total: ids.size })
          : t('Send again now')}
      </Button>
      <Button size="s" variant="quiet" onClick={onClear}>
        {t('Clear')}
      </Button>
    </div>
  )
}
