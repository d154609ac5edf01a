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
    exportId: z.string().describe('Id of the export, `exp_…`.'),
    list: z.enum(exportLists).describe('The list that is written.'),
    status: z.enum(exportStatuses).describe('State of the export.'),
    format: z.enum(exportFormats).describe('Form of the file.'),
    filters: z
      .record(z.string(), z.string())
      .describe('Query parameters of the list that the rows match.'),
    columns: z.array(z.string()).describe('Columns of the file, in their order.'),
    zone: z.string().describe('Time zone of the times in the file, such as `Europe/Berlin`.'),
    rows: z.int().describe('Rows written up to now.'),
    total: z.int().optional().describe('Rows there are; absent until they are counted.'),
    bytes: z.int().describe('Size of the file, in bytes; 0 until it is ready.'),
    sha256: z
      .string()
      .describe('SHA-256 of the whole file, in hexadecimal; empty until it is ready.'),
    url: z.string().describe('Link to the file, good for 15 minutes; empty until it is ready.'),
    expiresAt: timestamp()
      .optional()
      .describe('When the file is removed; absent until it is ready.'),
    createdAt: timestamp().describe('When it was asked for.'),
    finishedAt: timestamp()
      .optional()
      .describe('When it was finished or stopped; absent until then.'),
  })
  .meta({ id: 'ExportJob' })

export const ExportableList = z
  .object({
    list: z.enum(exportLists).describe('Name of the list.'),
    columns: z
      .array(
        z.object({
          key: z.string().describe('Name of the column.'),
          group: z.string().describe('Heading of its group.'),
          kind: z
            .enum(exportKinds)
            .describe(
              'How its values are written: exact numbers without quotes, times in the zone asked for.',
            ),
        }),
      )
      .describe('Columns that it has.'),
    filters: z.array(z.string()).describe('What `filters` may hold.'),
    needed: z
      .array(z.string())
      .describe('Those that have to be there: they name the list’s owner.'),
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
    body: z.object({
      list: z.enum(exportLists).describe('Name of the list.'),
      filters: filters
        .default({})
        .describe('Query parameters of the list, and those of its path such as `entityId`.'),
    }),
    response: enveloped(z.object({ rows: z.int().describe('How many rows match.') })),
    failures: ['RECORD_NOT_FOUND'],
  }),
  create: endpoint({
    ...anyRead,
    id: 'exports.create',
    method: 'POST',
    path: at,
    summary: 'Write the rows of a list that match to a file',
    body: z.object({
      list: z.enum(exportLists).describe('Name of the list.'),
      filters: filters
        .default({})
        .describe('Query parameters of the list, and those of its path such as `entityId`.'),
      ids: z
        .array(recordId())
        .min(1)
        .max(5_000)
        .optional()
        .describe('Only rows with these ids, of those that match; at most 5,000.'),
      columns: z
        .array(columnName)
        .min(1)
        .max(60)
        .optional()
        .describe('Columns of the file, in their order; all of them when absent.'),
      format: z
        .enum(exportFormats)
        .describe('Form of the file; `proof` is of the audit log alone.'),
      zone: z
        .string()
        .min(1)
        .max(60)
        .default('UTC')
        .describe('Time zone of the times in the file, such as `Europe/Berlin`; UTC when absent.'),
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
