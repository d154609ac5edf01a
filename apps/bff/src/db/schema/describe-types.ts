import type { Client } from 'pg'

/** States whose list stands in the domain: what the database holds without a check of its own. */
const domainStates: Record<string, string> = {
  'transfer.status': 'TransferStatus',
  'transfer_step.status': 'StepStatus',
  'external_account.status': 'ExternalAccountState',
  'kyc_capability.status': 'KycState',
  'entity.kyc_status': 'ShownKycStatus',
}

type Column = {
  table: string
  column: string
  type: string
  nullable: boolean
  hasDefault: boolean
  generated: boolean
  /** The text of a check constraint on this column alone. */
  check: string | null
}

/** How each SQL type reads, and what it takes where that differs. The parsers are in `pool.ts`. */
const scalars: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  varchar: 'string',
  bpchar: 'string',
  inet: 'string',
  xid8: 'string',
  pg_snapshot: 'string',
  interval: 'string',
  date: 'string',
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float8: 'number',
  numeric: 'bigint',
  timestamptz: 'Date',
  bytea: 'Bytes',
  jsonb: 'Json',
  _text: 'string[]',
  _uuid: 'string[]',
  _int4: 'number[]',
}

const head = `// Written by npm run db-types from the migrated database. Do not edit: change a migration.
import type { ${[...new Set(Object.values(domainStates))].toSorted().join(', ')} } from '@corridor/domain'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** Read as any JSON, to be parsed by its schema; written as text by JSON.stringify. */
export type Json = ColumnType<unknown, string, string>

export type Bytes = ColumnType<Buffer, Uint8Array, Uint8Array>
`

/** The types of every table of schema `public`, as TypeScript source. Partitions are left out. */
export async function describeTypes(client: Client): Promise<string> {
  const { rows } = await client.query<Column>(columnsQuery)
  const tables = new Map<string, Column[]>()
  for (const row of rows) tables.set(row.table, [...(tables.get(row.table) ?? []), row])

  const types = [...tables].map(([table, columns]) => {
    const lines = columns.map((column) => `  ${column.column}: ${typeOf(column)}\n`)
    return `export type ${typeName(table)} = {\n${lines.join('')}}\n`
  })
  const members = [...tables.keys()].map((table) => `  ${table}: ${typeName(table)}\n`)
  return [head, ...types, `export type DB = {\n${members.join('')}}\n`].join('\n')
}

const columnsQuery = `
  select c.relname as table, a.attname as column, t.typname as type,
    not a.attnotnull as nullable,
    a.atthasdef or a.attidentity <> '' as "hasDefault",
    a.attgenerated <> '' or a.attidentity = 'a' as generated,
    (select pg_get_constraintdef(k.oid) from pg_constraint k
     where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
     order by k.conname limit 1) as check
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and not c.relispartition and c.relname not in ('schema_migration', 'schema_function')
  order by c.relname, a.attnum`

function typeOf(column: Column): string {
  const plain =
    domainStates[`${column.table}.${column.column}`] ??
    choicesOf(column.check) ??
    scalars[column.type]
  if (!plain) {
    throw new Error(
      `${column.table}.${column.column}: add its type ${column.type} to describe-types.ts`,
    )
  }
  const type = column.nullable ? `${plain} | null` : plain
  if (column.generated) return `GeneratedAlways<${type}>`
  return column.hasDefault ? `Generated<${type}>` : type
}

/**
 * A check like `kind in ('A', 'B')` is a union of its values; with `kind like 'x\_%' or` before it,
 * also of the texts that begin like that.
 */
function choicesOf(check: string | null): string | undefined {
  const found =
    /^CHECK \(\(+(?:\w+ ~~ '(\w+)\\_%'::text\) OR \()?\w+ = ANY \(ARRAY\[(.*)\]\)\)+$/.exec(
      check ?? '',
    )
  const [, begin, list] = found ?? []
  if (!list) return undefined
  const values = list.split(', ').map((item) => /^('[^'\\]*')::text$/.exec(item)?.[1])
  if (values.some((value) => value === undefined)) return undefined
  return [...values, ...(begin ? [`\`${begin}_\${string}\``] : [])].join(' | ')
}

function typeName(table: string): string {
  const parts = table.split('_').map((part) => part.charAt(0).toUpperCase() + part.slice(1))
  return `${parts.join('')}Table`
}
