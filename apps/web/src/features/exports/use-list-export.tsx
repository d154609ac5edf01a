import { type ReactNode, useCallback, useState } from 'react'
import type { ExportList } from '../../api/queries/exports.ts'
import { part } from '../../ui/display/part.tsx'
import type { ListView } from '../../ui/table/types.ts'

const ExportDialog = part(() => import('./export-dialog.tsx'), 'ExportDialog')

/** The export of a list page: `onExport` for the page, `dialog` beside it. `preset` holds for all of its rows. */
export function useListExport(
  list: ExportList,
  preset?: Readonly<Record<string, string>>,
): { onExport: (view: ListView) => void; dialog: ReactNode } {
  const [view, setView] = useState<ListView | undefined>()
  const onExport = useCallback((shown: ListView) => setView(shown), [])
  return {
    onExport,
    dialog: view ? (
      <ExportDialog list={list} preset={preset} view={view} onClose={() => setView(undefined)} />
    ) : null,
  }
}
