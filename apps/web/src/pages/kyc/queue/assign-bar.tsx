import { useState } from 'react'
import { call, kyc, queries } from '../../../api/call.ts'
import { rowsOnScreen } from '../../../api/list-source.ts'
import { type QueueItem, queueSource } from '../../../api/queries/kyc.ts'
import { entitiesKey } from '../../../api/queries/entities.ts'
import { useMissingPermission, useSession } from '../../../api/session.ts'
import { BulkDialog } from '../../../features/actions/bulk-dialog.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/inputs.tsx'
import { BulkFrame } from '../../../ui/page/bulk-frame.tsx'
import { t } from '../../../messages/text.ts'

/** Says who takes care of the customers that were picked. */
export function AssignBar({ ids, onClear }: { ids: ReadonlySet<string>; onClear: () => void }) {
  const missing = useMissingPermission('kyc:write')
  const me = useSession()?.member.name ?? ''
  const [name, setName] = useState<string | undefined>()
  const shown = rowsOnScreen<QueueItem>(queries, queueSource.key)
  const assignedTo = name?.trim() ?? ''
  return (
    <BulkFrame count={ids.size} onClear={onClear}>
      <Button size="s" aria-haspopup="dialog" disabledReason={missing} onClick={() => setName(me)}>
        {t('Assign to me')}
      </Button>
      <Button size="s" aria-haspopup="dialog" disabledReason={missing} onClick={() => setName('')}>
        {t('Assign to a colleague')}
      </Button>
      {name === undefined ? null : (
        <BulkDialog
          title={t('Assign customers')}
          description={t('Who takes care of them from now on. Their verification does not change.')}
          noun={[t('customer'), t('customers')]}
          lines={[...ids].map((id) =>
            lineOf(
              id,
              shown.find(({ entityId }) => entityId === id),
              assignedTo,
            ),
          )}
          done="assigned"
          button={(count) => t('Assign {count}', { count })}
          disabledReason={assignedTo === '' ? t('Enter a name first') : undefined}
          run={(entityId) => call(kyc.assign, { params: { entityId }, body: { assignedTo } })}
          onDone={() => queries.invalidateQueries({ queryKey: entitiesKey })}
          onClose={(isDone) => {
            setName(undefined)
            if (isDone) onClear()
          }}
        >
          <TextField
            label={t('Assigned to')}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </BulkDialog>
      )}
    </BulkFrame>
  )
}

/** A row that is not loaded any more is assigned like the others. */
const lineOf = (id: string, item: QueueItem | undefined, assignedTo: string) => ({
  id,
  label: item?.name ?? id,
  excluded:
    assignedTo !== '' && item?.assignedTo === assignedTo
      ? t('already assigned to {assignedTo}', { assignedTo })
      : undefined,
})
