import {
  type ExportJob,
  type ExportList,
  exportLists,
  type exports,
  type InputOf,
  isWithin,
  type Scope,
  allowedScopes,
  type transfers,
} from '@corridor/contract'
import { fail, formatId, ok, parseId } from '@corridor/domain'
import type { z } from 'zod'
import type { Caller } from '../../api/request/caller.ts'
import { type Page, pageOf, shownAs } from '../../api/request/paging.ts'
import { detail, type Failure, illegalTransition, Refusal } from '../../api/request/refusal.ts'
import { now, type Tx } from '../../db/open.ts'
import type { Deps } from '../../ports/deps.ts'
import { recordAudit } from '../../records/audit/audit.ts'
import { readEnds } from '../../records/audit/log-store.ts'
import { readFilter } from '../transfers/reads/filters.ts'
import { createExportFiles } from './files.ts'
import type { Column } from './lists.ts'
import { listDefinitions } from './lists.ts'
import { createRows } from './rows.ts'
import * as store from './store.ts'
import { createWalk, type FindServed, inFilters, type ListQuery, notFound } from './walk.ts'
import { isZone } from './zone.ts'

type Asked = InputOf<typeof exports.create>['body']
type AskedOfTransfers = InputOf<typeof transfers.export>['body']
type Body = z.output<typeof ExportJob>
type NotFound = Failure<'RECORD_NOT_FOUND'>

export type ExportService = ReturnType<typeof createExportService>

/** Files of lists: asked for here, written by a worker, read by a link. */
export function createExportService(
  deps: Pick<Deps, 'config' | 'db' | 'kek' | 'random' | 'ids'>,
  find: FindServed,
) {
  const files = createExportFiles(deps)
  const walk = createWalk(find)
  const rows = createRows(walk)
  return { offered, count, look, request, requestTransfers, list, read, readOfTransfers, cancel }

  /** What this caller may export, and what is known about it. */
  function offered(caller: Caller) {
    return readable(caller).map((name) => {
      const { needed, optional } = walk.namesOf(name)
      return {
        list: name,
        columns: listDefinitions[name].columns.map(({ key, group, kind }) => ({
          key,
          group,
          kind,
        })),
        filters: [...needed, ...optional],
        needed,
      }
    })
  }

  /** How many rows an export would have now. */
  function count({ list: name, filters }: Pick<Asked, 'list' | 'filters'>, caller: Caller) {
    return asReaderOf(name, filters, caller, (tx, query, reader) =>
      rows.count(tx, name, query, reader),
    )
  }

  /** What the list would refuse is refused now, not when the file is written. */
  async function look({ list: name, filters }: Pick<Asked, 'list' | 'filters'>, caller: Caller) {
    await asReaderOf(name, filters, caller, (tx, query, reader) =>
      walk.pages(tx, name, query, reader).next(),
    )
  }

  function asReaderOf<T>(
    name: ExportList,
    filters: Readonly<Record<string, string>>,
    caller: Caller,
    work: (tx: Tx, query: ListQuery, reader: Caller) => Promise<T>,
  ): Promise<T> {
    const query = checked(name, filters, caller)
    const reader = asReader(caller)
    return asOfList(async () => {
      await walk.prepare(name, query, reader)
      return deps.db.snapshot(caller.partnerId, (tx) => work(tx, query, reader))
    })
  }

  async function request(tx: Tx, caller: Caller, asked: Asked): Promise<Body> {
    const { list: name, columns, zone } = asked
    if (!isZone(zone))
      throw new Refusal('FIELD_INVALID', 'Check zone.', {
        details: [detail('zone', 'FIELD_INVALID', 'No time zone has this name.')],
      })
    if (asked.format === 'proof') await checkProof(tx, caller, asked)
    return insert(tx, caller, { ...asked, columns: chosenColumns(name, columns), zone })
  }

  /** The older operation, of transfers alone and in UTC. */
  function requestTransfers(tx: Tx, caller: Caller, asked: AskedOfTransfers): Promise<Body> {
    readFilter(asked.filters, 'filters.')
    const columns = chosenColumns('transfers', asked.columns)
    return insert(tx, caller, { ...asked, list: 'transfers', columns, zone: '' })
  }

  async function insert(
    tx: Tx,
    caller: Caller,
    asked: Omit<Asked, 'filters'> & { filters: object; columns: string[] },
  ): Promise<Body> {
    const { scopes, actor } = asReader(caller)
    const row = await store.insertExport(tx, {
      partner_id: caller.partnerId,
      id: deps.ids.uuid(),
      list: asked.list,
      format: asked.format,
      filters: JSON.stringify(asked.filters),
      columns: asked.columns,
      picked: asked.ids ?? null,
      zone: asked.zone,
      asked_by_type: actor.type,
      asked_by: actor.id,
      scopes: [...scopes],
      is_console: caller.isConsole,
    })
    await recordAudit(tx, caller, {
      action: 'export.request',
      object: { kind: 'export', id: exportId(row) },
      after: { list: row.list, format: row.format, columns: row.columns },
    })
    return bodyOf(row, row.created_at)
  }

  async function list(tx: Tx, caller: Caller, _query: unknown, page: Page) {
    const of = { asker: caller.actor, lists: readable(caller) }
    const found = await store.listExports(tx, caller.partnerId, of, page)
    const at = await now(tx)
    return shownAs(pageOf(page, found), (row) => bodyOf(row, at))
  }

  async function read(tx: Tx, caller: Caller, asked: string) {
    const row = await own(tx, caller, asked)
    return row ? ok(bodyOf(row, await now(tx))) : unknown()
  }

  async function readOfTransfers(tx: Tx, { partnerId }: Caller, asked: string) {
    const id = parseId('exp', asked)
    const row = id && (await store.findExport(tx, { partnerId, id }))
    return row && row.zone === '' ? ok(bodyOf(row, await now(tx))) : unknown()
  }

  async function cancel(tx: Tx, caller: Caller, asked: string) {
    const row = await own(tx, caller, asked)
    if (!row) return unknown()
    const key = { partnerId: caller.partnerId, id: row.id }
    const ended = await store.endWithoutFile(tx, key, 'CANCELLED')
    const present = ended ?? (await store.findExport(tx, key)) ?? row
    if (present.status !== 'CANCELLED') {
      const text = 'This export is finished.'
      return fail(illegalTransition(text, { from: present.status, to: 'CANCELLED', allowed: [] }))
    }
    if (ended)
      await recordAudit(tx, caller, {
        action: 'export.cancelled',
        object: { kind: 'export', id: exportId(row) },
      })
    return ok(bodyOf(present, await now(tx)))
  }

  /**
   * Only who asked for a file reads it, and only while they may read the list: what is masked for
   * one reader is not for another.
   */
  async function own(tx: Tx, caller: Caller, asked: string) {
    const id = parseId('exp', asked)
    const row = id && (await store.findExport(tx, { partnerId: caller.partnerId, id }))
    if (!row || row.asked_by !== caller.actor.id) return undefined
    return readable(caller).includes(row.list as ExportList) ? row : undefined
  }

  function readable({ scopes }: Caller): ExportList[] {
    return exportLists.filter((name) => isWithin(walk.endpointOf(name), scopes))
  }

  function checked(name: ExportList, filters: Readonly<Record<string, string>>, caller: Caller) {
    if (!isWithin(walk.endpointOf(name), caller.scopes)) {
      const allowed = allowedScopes(walk.endpointOf(name))
      throw new Refusal('SCOPE_MISSING', `This list needs the scope ${allowed[0]}.`, {
        details: [detail('list', 'SCOPE_MISSING', 'Missing scope', { allowed })],
      })
    }
    return walk.readQuery(name, filters)
  }

  function bodyOf(row: store.ExportRow, at: Date): Body {
    const link = row.status === 'READY' ? files.linkTo(row.partner_id, row.id, at) : undefined
    return {
      exportId: exportId(row),
      list: row.list as ExportList,
      status: row.status,
      format: row.format,
      filters: row.filters as Body['filters'],
      columns: row.columns,
      zone: row.zone || 'UTC',
      rows: row.rows,
      ...(row.total === null ? {} : { total: row.total }),
      bytes: row.bytes,
      sha256: row.sha256?.toString('hex') ?? '',
      url: link?.url ?? '',
      ...(link ? { expiresAt: link.expiresAt.toISOString() } : {}),
      createdAt: row.created_at.toISOString(),
      ...(row.finished_at ? { finishedAt: row.finished_at.toISOString() } : {}),
    }
  }
}

/** Entries are proven as a whole, and only up to a checkpoint. */
async function checkProof(tx: Tx, { partnerId }: Caller, { list, columns }: Asked): Promise<void> {
  const [path, text] =
    list !== 'audit'
      ? ['format', 'Only the audit log can be proven.']
      : columns
        ? ['columns', 'A proof has whole entries.']
        : ['format', 'There is no checkpoint yet. Try again in a minute.']
  if (list === 'audit' && !columns && (await readEnds(tx, partnerId)).newest) return
  throw new Refusal('FIELD_INVALID', `Check ${path}.`, {
    details: [detail(path, 'FIELD_INVALID', text)],
  })
}

/** The columns asked for, in that order and each once; all where none are named. */
function chosenColumns(list: ExportList, asked: readonly string[] | undefined): string[] {
  const known = listDefinitions[list].columns.map(({ key }) => key)
  const at = asked?.findIndex((key) => !known.includes(key)) ?? -1
  if (at >= 0)
    throw new Refusal('FIELD_INVALID', 'Check columns.', {
      details: [
        detail(`columns.${at}`, 'FIELD_INVALID', 'This list has no such column.', {
          allowed: known,
        }),
      ],
    })
  return asked ? [...new Set(asked)] : known
}

/** A list's own refusal, as one of its export. */
async function asOfList<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw error.details.length > 0 ? inFilters(error) : notFound()
  }
}

/** Whole account numbers are shown one at a time and recorded; no file holds them. */
const asReader = (caller: Caller): Caller => ({
  ...caller,
  scopes: new Set([...caller.scopes].filter((scope) => scope !== 'accounts:read_sensitive')),
})

/** Who reads the rows when the file is written: whoever asked, as they were then. */
export const readerOf = (row: store.ExportRow): Caller => ({
  partnerId: row.partner_id,
  svcPartnerId: formatId('par', row.partner_id),
  isConsole: row.is_console,
  isConfirmed: false,
  scopes: new Set(row.scopes as Scope[]),
  actor: { type: row.asked_by_type, id: row.asked_by },
  requestId: '',
})

export const exportId = ({ id }: Pick<store.ExportRow, 'id'>): string => formatId('exp', id)

/** As they were checked when the export was asked for. */
export const storedColumns = ({ list, columns }: store.ExportRow): Column[] =>
  columns.flatMap((key) => {
    const column = listDefinitions[list as ExportList].columns.find((item) => item.key === key)
    return column ? [column] : []
  })

const unknown = () =>
  fail<NotFound>({
    code: 'RECORD_NOT_FOUND',
    details: [detail('exportId', 'RECORD_NOT_FOUND', 'No export has this id.')],
  })
