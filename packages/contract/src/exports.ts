import { z } from 'zod'
import { enveloped, listed, pageQuery, recordId, sortBy, timestamp } from './base/common.ts'
import { endpoint, type Scope } from './base/endpoint.ts'

/** Lists that are written to files, by the names that `exports.create` takes. */
export const exportLists = [
  'transfers',
  'deposits',
  'route-deposits',
  'unlisted-deposits',
  'entities',
  'kyc',
  'external-accounts',
  'funding-accounts',
  'payin-routes',
  'reserves',
  'drawings',
  'replenish-quotes',
  'replenishments',
  'liquidity-payments',
  'wallets',
  'wallet-transactions',
  'events',
  'deliveries',
  'approvals',
  'audit',
] as const
export type ExportList = (typeof exportLists)[number]

export const exportStatuses = [
  'PENDING',
  'RUNNING',
  'READY',
  'FAILED',
  'CANCELLED',
  'EXPIRED',
] as const

/** `proof`: of the audit log alone, whole entries with the hashes and the checkpoint that prove them. */
export const exportFormats = ['csv', 'jsonl', 'proof'] as const

/** A column's values: exact numbers are written without quotes, times in the zone asked for. */
export const exportKinds = ['text', 'number', 'time'] as const

const columnName = z.string().min(1).max(60)
/** The list's own query parameters; those of its path, such as an entity's id, beside them. */
const filters = z.record(z.string().max(60), z.string().max(500))

export const ExportJob = z
  .object({
    exportId: z.string(),
    list: z.enum(exportLists),
    status: z.enum(exportStatuses),
    format: z.enum(exportFormats),
    filters: z.record(z.string(), z.string()),
    columns: z.array(z.string()),
    /** Of the times in the file. */
    zone: z.string(),
    /** Rows written up to now. */
    rows: z.int(),
    /** Rows there are, as far as they have been counted. */
    total: z.int().optional(),
    bytes: z.int(),
    /** Of the whole file, in hexadecimal; '' until it is ready. */
    sha256: z.string(),
    /** Good for 15 minutes; '' until the file is ready. */
    url: z.string(),
    expiresAt: timestamp().optional(),
    createdAt: timestamp(),
    finishedAt: timestamp().optional(),
  })
  .meta({ id: 'ExportJob' })

export const ExportableList = z
  .object({
    list: z.enum(exportLists),
    columns: z.array(z.object({ key: z.string(), group: z.string(), kind: z.enum(exportKinds) })),
    /** What `filters` may hold; the first ones, which name the list's owner, have to be there. */
    filters: z.array(z.string()),
    needed: z.array(z.string()),
  })
  .meta({ id: 'ExportableList' })

/** Whoever may read one of the lists; which of them, the operation itself looks at. */
const anyRead = {
  module: 'partners',
  scope: 'partners:read',
  orScope: [
    'transfers:read',
    'entities:read',
    'kyc:read',
    'accounts:read',
    'payin-routes:read',
    'liquidity:read',
    'wallets:read',
    'webhooks:read',
    'audit:read',
  ],
} as const satisfies { module: 'partners'; scope: Scope; orScope: readonly Scope[] }

const at = '/api/v1/xfer/utility/exports'
const params = z.object({ exportId: recordId() })

/** Files of any list: asked for, followed and stopped by whoever asked. */
export const exports = {
  lists: endpoint({
    ...anyRead,
    id: 'exports.lists',
    method: 'GET',
    path: `${at}/lists`,
    summary: 'List what can be exported, with the columns of each list',
    response: enveloped(z.array(ExportableList)),
    failures: [],
  }),
  count: endpoint({
    ...anyRead,
    id: 'exports.count',
    method: 'POST',
    path: `${at}/count`,
    summary: 'Count the rows that an export would have',
    body: z.object({ list: z.enum(exportLists), filters: filters.default({}) }),
    response: enveloped(z.object({ rows: z.int() })),
    failures: ['RECORD_NOT_FOUND'],
  }),
  create: endpoint({
    ...anyRead,
    id: 'exports.create',
    method: 'POST',
    path: at,
    summary: 'Write the rows of a list that match to a file',
    body: z.object({
      list: z.enum(exportLists),
      filters: filters.default({}),
      /** Only rows with these ids, of those that match. */
      ids: z.array(recordId()).min(1).max(5_000).optional(),
      columns: z.array(columnName).min(1).max(60).optional(),
      format: z.enum(exportFormats),
      /** Of the times in the file, as `Europe/Berlin`. */
      zone: z.string().min(1).max(60).default('UTC'),
    }),
    response: enveloped(ExportJob),
    failures: ['RECORD_NOT_FOUND'],
  }),
  list: endpoint({
    ...anyRead,
    id: 'exports.list',
    method: 'GET',
    path: at,
    summary: 'List one’s own exports, newest first',
    query: z.object({ ...pageQuery, sort: sortBy(['createdAt']) }),
    response: listed(ExportJob),
    failures: ['CURSOR_INVALID'],
  }),
  read: endpoint({
    ...anyRead,
    id: 'exports.read',
    method: 'GET',
    path: `${at}/{exportId}`,
    summary: 'Read an export; once it is ready, with a link to the file',
    params,
    response: enveloped(ExportJob),
    failures: ['RECORD_NOT_FOUND'],
  }),
  cancel: endpoint({
    ...anyRead,
    id: 'exports.cancel',
    method: 'POST',
    path: `${at}/{exportId}/cancel`,
    summary: 'Stop an export that is not finished',
    params,
    response: enveloped(ExportJob),
    failures: ['RECORD_NOT_FOUND', 'ILLEGAL_TRANSITION'],
  }),
}
