import { useQueryClient } from '@tanstack/react-query'
import { Copy, Download, X } from 'lucide-react'
import { Button } from '../../../ui/controls/button.tsx'
import { useZone } from '../../../ui/display/time.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { type ListedTransfer, listedTransfers } from '../../../api/queries/transfers.ts'
import type { Zone } from '../../../ui/format/times.ts'

type Props = { ids: ReadonlySet<string>; onClear: () => void }

/** What can be done with the rows that were picked; none of it moves money. */
export function BulkBar({ ids, onClear }: Props) {
  const queries = useQueryClient()
  const zone = useZone()
  const copy = async () => {
    await navigator.clipboard.writeText([...ids].join('\n'))
    toast({ tone: 'done', title: `${ids.size} execution ids copied` })
  }
  const save = async () => {
    const rows = listedTransfers(queries).filter(({ executionId }) => ids.has(executionId))
    saveFile(await exportRows(rows, zone), 'transfers-selected.csv')
  }
  return (
    <div className="row flex-wrap">
      <span className="strong">{ids.size} selected</span>
      <Button size="s" icon={<Copy className="icon-medium" />} onClick={() => void copy()}>
        Copy ids
      </Button>
      <Button size="s" icon={<Download className="icon-medium" />} onClick={() => void save()}>
        Export selected
      </Button>
      <Button size="s" variant="quiet" icon={<X className="icon-medium" />} onClick={onClear}>
        Clear
      </Button>
    </div>
  )
}

/** Rows that are here already as a file; few lists are ever exported, so none waits for this code. */
async function exportRows(rows: readonly ListedTransfer[], zone: Zone): Promise<Blob> {
  const { csvLines, headLine } = await import('./export/csv.ts')
  return new Blob([headLine(), csvLines(rows, zone)], { type: 'text/csv;charset=utf-8' })
}

/** Hands a file to the browser's downloads. */
function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
