import type { Delivery } from '../../api/queries/webhooks.ts'
import { type SmallColumn, smallColumn } from '../../ui/table/small-table.tsx'
import { t } from '../../messages/text.ts'

/** Where a delivery goes, where a partner has several endpoints; a deleted one is named by its address. */
export const endpointColumn = (
  names: ReadonlyMap<string, string>,
): readonly SmallColumn<Delivery>[] =>
  names.size === 0
    ? []
    : [
        smallColumn(
          t('Endpoint'),
          { cells: 'muted break-anywhere' },
          ({ endpointId, url }) => names.get(endpointId) ?? url,
        ),
      ]
