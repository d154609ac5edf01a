import { Download } from 'lucide-react'
import type { ExportList } from '../../api/queries/exports.ts'
import { Button, type ButtonSize } from '../../ui/controls/button.tsx'
import type { ListView } from '../../ui/table/types.ts'
import { t } from '../../messages/text.ts'
import { useListExport } from './use-list-export.tsx'

type Props = {
  list: ExportList
  /** Its columns are those of the file. */
  view: ListView
  preset?: Readonly<Record<string, string>>
  size?: ButtonSize
  disabledReason?: string | undefined
}

/** The export of rows that stand in no list page; `e` does it, too. */
export function ExportButton({ list, view, preset, size, disabledReason }: Props) {
  const { onExport, dialog } = useListExport(list, preset)
  return (
    <>
      <Button
        data-key="export"
        size={size}
        disabledReason={disabledReason}
        icon={Download}
        aria-haspopup="dialog"
        onClick={() => onExport(view)}
      >
        {t('Export')}
      </Button>
      {dialog}
    </>
  )
}
