import type { notes } from '@corridor/contract'
import { formatId } from '@corridor/domain'
import { type Handlers, success } from '../../api/handlers.ts'
import { readPage } from '../../api/request/paging.ts'
import { answersFor } from '../../api/request/refusal.ts'
import type { Deps } from '../../ports/deps.ts'
import { createNoteService, type NamedNote } from './service.ts'

const valueOrThrow = answersFor({
  SCOPE_MISSING: 'A note takes the scope of the record that it is on.',
})

export function noteHandlers(deps: Deps): Handlers<typeof notes> {
  const service = createNoteService(deps)
  return {
    list: async (tx, { query }, caller) => {
      const page = readPage(deps, caller, 'notes', query)
      const subject = { kind: query.subjectKind, id: query.subjectId }
      const { items, pagination } = valueOrThrow(await service.list(tx, caller, subject, page))
      return { success: true, data: items.map(bodyOf), pagination }
    },
    add: async (tx, { body }, caller) => {
      const added = valueOrThrow(await service.add(tx, caller, body))
      const message = added.length === 1 ? 'Note added.' : `Note added to ${added.length} records.`
      return success(added.map(bodyOf), message)
    },
  }
}

const bodyOf = ({ row, subject, author }: NamedNote) => ({
  noteId: formatId('note', row.id),
  subject,
  text: row.body,
  author: {
    type: row.author.startsWith('mem_') ? ('member' as const) : ('api_key' as const),
    id: row.author,
    name: author,
  },
  createdAt: row.created_at.toISOString(),
})
