import { useQueryClient } from '@tanstack/react-query'
import { Copy, Download, StickyNote } from 'lucide-react'
import { useState } from 'react'
import { notes } from '../../../api/call.ts'
import { listedTransfers, transfersKey } from '../../../api/queries/transfers.ts'
import { useMissingPermission } from '../../../api/session.ts'
import { useAction } from '../../../features/actions/confirmed-call.ts'
import { Refused } from '../../../features/actions/refused.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/text-input.tsx'
import { countText } from '../../../ui/format/numbers.ts'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { BulkFrame } from '../../../ui/page/bulk-frame.tsx'
import type { ListView, Picked } from '../../../ui/table/types.ts'

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
  const [noting, setNoting] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText([...ids].join('\n'))
    toast({ tone: 'done', title: `${ids.size} execution ids copied` })
  }
  const notLoaded = picked.isAll ? 'Not all of them are loaded: export them instead' : undefined
  return (
    <BulkFrame count={picked.count} onClear={onClear}>
      <Button
        size="s"
        icon={<Copy className="icon-medium" />}
        disabledReason={notLoaded}
        onClick={() => void copy()}
      >
        Copy ids
      </Button>
      <Button
        size="s"
        icon={<Download className="icon-medium" />}
        aria-haspopup="dialog"
        onClick={() => onExport(picked.view)}
      >
        Export selected
      </Button>
      <Button
        size="s"
        icon={<StickyNote className="icon-medium" />}
        aria-haspopup="dialog"
        disabledReason={
          missing ??
          (picked.isAll || ids.size > notedMax
            ? `A note goes to ${notedMax} selected transfers at most`
            : undefined)
        }
        onClick={() => setNoting(true)}
      >
        Add note
      </Button>
      {noting ? (
        <NoteDialog
          ids={ids}
          onClose={(isDone) => {
            setNoting(false)
            if (isDone) onClear()
          }}
        />
      ) : null}
    </BulkFrame>
  )
}

type NoteProps = { ids: ReadonlySet<string>; onClose: (isDone: boolean) => void }

function NoteDialog({ ids, onClose }: NoteProps) {
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const names = listedTransfers(queries)
    .filter(({ executionId }) => ids.has(executionId))
    .map(({ transactionId }) => transactionId)
  const add = useAction(notes.add, {
    onDone: async ({ data }) => {
      toast({ tone: 'done', title: `Note added to ${countText(data.length)} transfers` })
      onClose(true)
      await queries.invalidateQueries({ queryKey: transfersKey })
    },
  })
  const subjects = [...ids].map((id) => ({ kind: 'transfer' as const, id }))
  return (
    <FormDialog
      title="Add note"
      description={`To ${countText(ids.size)} transfers: ${names.slice(0, 5).join(', ')}${names.length > 5 ? ' and others' : ''}. A note is never changed.`}
      button="Add note"
      isBusy={add.isBusy}
      disabledReason={text.trim() === '' ? 'Write the note first' : undefined}
      onSubmit={() => add.send({ body: { subjects, text: text.trim() } })}
      onClose={() => onClose(false)}
    >
      <TextField
        label="Note"
        maxLength={2000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Refused title="The note was not added" error={add.error} />
    </FormDialog>
  )
}
