import { Copy, Download, StickyNote } from 'lucide-react'
import { useState } from 'react'
import { notes } from '../../../api/call.ts'
import { queries } from '../../../api/query-client.ts'
import { listedTransfers, transfersKey } from '../../../api/queries/transfers.ts'
import { useMissingPermission } from '../../../api/session.ts'
import { useAction, Refused } from '../../../features/actions/action.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { DialogButton } from '../../../ui/controls/dialog-button.tsx'
import { TextField } from '../../../ui/controls/inputs.tsx'
import { countText } from '../../../ui/format/numbers.ts'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { BulkFrame } from '../../../ui/page/bulk-frame.tsx'
import type { ListView, Picked } from '../../../ui/table/types.ts'
import { plural, t } from '../../../messages/text.ts'

type Props = {
  ids: ReadonlySet<string>
  picked: Picked
  onExport: (view: ListView) => void
  onClear: () => void
}

const notedMax = 200

/** What can be done with the rows that were picked; none of it moves money. */
export function BulkBar({ ids, picked, onExport, onClear }: Props) {
  const missing = useMissingPermission('transfers:write')
  const copy = async () => {
    await navigator.clipboard.writeText([...ids].join('\n'))
    toast({
      tone: 'done',
      title: plural(
        ids.size,
        { one: '{count} execution id copied', other: '{count} execution ids copied' },
        { count: countText(ids.size) },
      ),
    })
  }
  const notLoaded = picked.isAll ? t('Not all of them are loaded: export them instead') : undefined
  return (
    <BulkFrame count={picked.count} onClear={onClear}>
      <Button size="s" icon={Copy} disabledReason={notLoaded} onClick={() => void copy()}>
        {t('Copy ids')}
      </Button>
      <Button size="s" icon={Download} aria-haspopup="dialog" onClick={() => onExport(picked.view)}>
        {t('Export selected')}
      </Button>
      <DialogButton
        size="s"
        icon={StickyNote}
        disabledReason={
          missing ??
          (picked.isAll || ids.size > notedMax
            ? t('A note goes to {max} selected transfers at most', { max: notedMax })
            : undefined)
        }
        dialog={(close) => (
          <NoteDialog
            ids={ids}
            onClose={(isDone) => {
              close()
              if (isDone) onClear()
            }}
          />
        )}
      >
        {t('Add note')}
      </DialogButton>
    </BulkFrame>
  )
}

function shownNames(names: readonly string[]): string {
  const first = names.slice(0, 5).join(', ')
  return names.length > 5 ? t('{names} and others', { names: first }) : first
}

type NoteProps = { ids: ReadonlySet<string>; onClose: (isDone: boolean) => void }

function NoteDialog({ ids, onClose }: NoteProps) {
  const [text, setText] = useState('')
  const names = listedTransfers(queries)
    .filter(({ executionId }) => ids.has(executionId))
    .map(({ transactionId }) => transactionId)
  const add = useAction(notes.add, {
    onDone: () => onClose(true),
    done: ({ data }) =>
      plural(
        data.length,
        { one: 'Note added to {count} transfer', other: 'Note added to {count} transfers' },
        { count: countText(data.length) },
      ),
    stale: transfersKey,
  })
  const subjects = [...ids].map((id) => ({ kind: 'transfer' as const, id }))
  return (
    <FormDialog
      title={t('Add note')}
      description={plural(
        ids.size,
        {
          one: 'To {count} transfer: {names}. A note is never changed.',
          other: 'To {count} transfers: {names}. A note is never changed.',
        },
        { count: countText(ids.size), names: shownNames(names) },
      )}
      button={t('Add note')}
      isBusy={add.isBusy}
      disabledReason={text.trim() === '' ? t('Write the note first') : undefined}
      onSubmit={() => add.send({ body: { subjects, text: text.trim() } })}
      onClose={() => onClose(false)}
    >
      <TextField
        label={t('Note')}
        maxLength={2000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Refused title={t('The note was not added')} error={add.error} />
    </FormDialog>
  )
}
