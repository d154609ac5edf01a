import type { Likenesses } from '@corridor/contract'
import { formatId } from '@corridor/domain'
import type { z } from 'zod'
import type { Caller } from '../../api/request/caller.ts'
import type { EntityRow } from '../../db/schema/rows.ts'
import { shownTo } from './masking.ts'
import { entityBody } from './view.ts'
import type { LikenessRow } from '../../records/persons/store.ts'

type Decider = { type: string; id: string; name: string }
type Read = {
  person: readonly string[]
  likenesses: readonly { row: LikenessRow; other: EntityRow; decidedBy: Decider }[]
}

export const likenessesBody = (
  caller: Pick<Caller, 'isConsole'>,
  { person, likenesses }: Read,
): z.output<typeof Likenesses> => ({
  person: person.map((id) => formatId('ent', id)),
  likenesses: likenesses.map(({ row, other, decidedBy }) => ({
    entityId: formatId('ent', row.otherId),
    strength: row.strength,
    same: row.same,
    status: row.status,
    foundAt: row.foundAt.toISOString(),
    ...(row.decidedAt ? { decidedAt: row.decidedAt.toISOString(), decidedBy } : {}),
    reason: row.reason,
    entity: shownTo(caller, entityBody(other)),
  })),
})
