import type { Endpoint, ErrorDetail, ExportList, InputOf } from '@corridor/contract'
import { type AnyHandler, AnswerWithHeaders, asParts, WrittenBody } from '../../api/handlers.ts'
import type { Caller } from '../../api/request/caller.ts'
import { detail, Refusal } from '../../api/request/refusal.ts'
import { schemaRefusal } from '../../api/request/failures.ts'
import type { Tx } from '../../db/open.ts'
import { listDefinitions } from './lists.ts'

/** An operation with what answers it. */
export type Served = { endpoint: Endpoint; handler: AnyHandler<Endpoint> }
export type FindServed = (operationId: string) => Served

type Path = readonly string[]

/** The query of a list, checked as the list itself checks it. */
export type ListQuery = { params: unknown; query: Record<string, unknown> }

/** As large as the lists' own pages may be. */
const pageRows = 200
const paging = new Set(['limit', 'cursor', 'fields'])

export type ListPage = { rows: unknown[]; total: number | undefined }

/** Reads lists as their readers do: by the same operation, page after page. */
export function createWalk(find: FindServed) {
  return { namesOf, readQuery, prepare, narrowed, pages, endpointOf }

  function endpointOf(list: ExportList): Endpoint {
    return find(listDefinitions[list].operation).endpoint
  }

  /** The names that filters may have, and those that have to be there. */
  function namesOf(list: ExportList): { needed: string[]; optional: string[] } {
    const { params, query } = endpointOf(list)
    return {
      needed: Object.keys(params?.shape ?? {}),
      optional: Object.keys(query?.shape ?? {}).filter((name) => !paging.has(name)),
    }
  }

  /** @throws Refusal FIELD_INVALID, RECORD_NOT_FOUND */
  function readQuery(list: ExportList, filters: Readonly<Record<string, string>>): ListQuery {
    const { needed, optional } = namesOf(list)
    const unknown = Object.keys(filters).filter(
      (name) => !needed.includes(name) && !optional.includes(name),
    )
    if (unknown.length > 0)
      // A filter that is passed over would export more than was asked for.
      throw invalid(
        unknown.map((name) =>
          detail(`filters.${name}`, 'FIELD_INVALID', 'This list has no such filter.', {
            allowed: [...needed, ...optional],
          }),
        ),
      )
    const { params, query } = endpointOf(list)
    const place = Object.fromEntries(needed.map((name) => [name, filters[name]]))
    const asked = Object.fromEntries(
      Object.entries(filters).filter(([name]) => optional.includes(name)),
    )
    const owner = params?.safeParse(place)
    if (owner?.success === false) {
      const missing = needed.filter((name) => !filters[name])
      if (missing.length === 0) throw notFound()
      throw invalid(
        missing.map((name) =>
          detail(`filters.${name}`, 'FIELD_INVALID', 'This list is of one record: name it.'),
        ),
      )
    }
    const parsed = query?.safeParse(asked, { reportInput: false })
    if (parsed?.success === false) throw inFilters(schemaRefusal(asked, parsed.error.issues, []))
    return { params: owner?.data ?? {}, query: parsed?.data ?? {} }
  }

  /** What the list does once before it is read; a snapshot that is open already would not see it. */
  async function prepare(list: ExportList, query: ListQuery, caller: Caller): Promise<void> {
    const { handler } = find(listDefinitions[list].operation)
    await asParts(handler).before(inputOf(query), caller)
  }

  /** The same rows, of which the list may leave out what these paths do not lead to. */
  function narrowed(list: ExportList, asked: ListQuery, paths: readonly Path[]): ListQuery {
    if (!('fields' in (endpointOf(list).query?.shape ?? {}))) return asked
    const fields = paths.map((path) => path.join('.')).join()
    return { ...asked, query: { ...asked.query, fields } }
  }

  /** Every page of a list, each after the last row of the one before. */
  async function* pages(
    tx: Tx,
    list: ExportList,
    asked: ListQuery,
    caller: Caller,
  ): AsyncGenerator<ListPage> {
    const parts = asParts(find(listDefinitions[list].operation).handler)
    let cursor: string | undefined
    for (;;) {
      const input = inputOf(asked, cursor)
      const prepared = await parts.before(input, caller)
      const page = readPage(await parts.handle(tx, input, caller, prepared))
      yield { rows: page.rows, total: page.total }
      if (page.next === null) return
      cursor = page.next
    }
  }
}

const inputOf = ({ params, query }: ListQuery, cursor?: string) =>
  ({
    params,
    query: { ...query, limit: pageRows, ...(cursor === undefined ? {} : { cursor }) },
    body: undefined,
  }) as unknown as InputOf<Endpoint>

type Answered = {
  data: unknown
  pagination: { nextCursor: string | null; total?: number | undefined }
}

function readPage(answered: unknown): ListPage & { next: string | null } {
  const { data, pagination } = bodyOf(answered)
  return { rows: rowsOf(data), total: pagination.total, next: pagination.nextCursor }
}

function bodyOf(answered: unknown): Answered {
  if (answered instanceof WrittenBody) return JSON.parse(answered.json.toString()) as Answered
  if (answered instanceof AnswerWithHeaders) return answered.body as Answered
  return answered as Answered
}

/** Some lists are one or two levels deep in their answer. */
function rowsOf(data: unknown): unknown[] {
  if (Array.isArray(data)) return data
  if (typeof data !== 'object' || data === null) return []
  const members = Object.values(data)
  const list = members.find((member) => Array.isArray(member))
  if (list) return list
  return rowsOf(members.find((member) => typeof member === 'object'))
}

/** What a list says about its parameters, about those of an export. */
export function inFilters(refusal: Refusal): Refusal {
  return invalid(
    refusal.details.map((item) => ({
      ...item,
      code: 'FIELD_INVALID',
      path: `filters.${item.path}`,
    })),
  )
}

const invalid = (details: readonly ErrorDetail[]) =>
  new Refusal('FIELD_INVALID', 'Some fields are not valid.', { details })

export const notFound = () => new Refusal('RECORD_NOT_FOUND', 'There is no such list.')
