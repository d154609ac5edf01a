import type { ExportList } from '../../api/queries/exports.ts'
import type { ListAnswer } from '../../api/list-source.ts'
import { ListPage, type ListPageProps } from '../../ui/table/list-page.tsx'
import { useListExport } from './use-list-export.tsx'

type Props<Row extends object, A extends ListAnswer<Row>> = ListPageProps<
  Row,
  A,
  { count: number }
> & {
  exports: ExportList
  /** Holds for all of its rows. */
  preset?: Readonly<Record<string, string>>
}

/** A list page that can be exported. */
export function ExportedList<Row extends object, A extends ListAnswer<Row>>({
  exports,
  preset,
  ...list
}: Props<Row, A>) {
  const { onExport, dialog } = useListExport(exports, preset)
  return (
    <>
      <ListPage {...list} onExport={onExport} />
      {dialog}
    </>
  )
}
