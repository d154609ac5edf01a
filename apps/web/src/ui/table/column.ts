import type { Column } from './types.ts'

/** A column in one expression: `column('status', t('Status'), { width: 128 }, (row) => row.status)`. */
export function column<Row>(
  id: string,
  header: string,
  look: Omit<Column<Row>, 'id' | 'header' | 'cell'>,
  cell: Column<Row>['cell'],
): Column<Row> {
  return { id, header, ...look, cell }
}
