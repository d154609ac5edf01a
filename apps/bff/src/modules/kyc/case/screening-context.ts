import { formatId } from '@corridor/domain'
import type { EntityRow } from '../../../db/schema/rows.ts'
import type { ScreeningContext } from '../../screening/screen.ts'

/** A decision about a name in a verification holds for that customer's verification alone. */
export const kycContext = ({
  partner_id,
  id,
}: Pick<EntityRow, 'partner_id' | 'id'>): ScreeningContext => ({
  partnerId: partner_id,
  kind: 'kyc',
  id: formatId('ent', id),
})
