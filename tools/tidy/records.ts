// Rules about the server's SQL: who writes a record's tables, and where queries may stand at all.
import { nodesBelow, type Node, parse } from './syntax.ts'
import { type Tree, isTest } from './tree.ts'

const server = 'apps/bff/src/'

/** The folders of records/ and the tables that each alone writes. */
export const records: Record<string, string[]> = {
  audit: ['audit', 'audit_checkpoint', 'audit_head', 'audit_seal'],
  events: ['event', 'event_sequence'],
  ledger: [
    'ledger_account',
    'ledger_balance',
    'posting',
    'posting_group',
    'posting_resolution',
    'payout_halt',
    'ledger_proposal',
  ],
  reviews: ['review', 'review_question'],
  notes: ['record_note'],
  partners: ['partner', 'daily_limit_alert'],
  'payin-routes': ['payin_route', 'payin_destination', 'payin_change'],
  deposits: ['deposit', 'deposit_target'],
  transfers: [
    'transfer',
    'transfer_step',
    'transaction_claim',
    'wallet_quote_claim',
    'daily_usage',
    'customer_usage',
  ],
}

const writing = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto'])
const reading = new Set(['selectFrom', 'selectNoFrom'])
const rawWriting =
  /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate)\s+(?:only\s+)?"?([a-z_]+)\b/gi

/** Statements that write a record's table outside the record's folder, and the schema's. */
export function recordWrites(tree: Tree, owned = records): string[] {
  const owners = new Map(
    Object.entries(owned).flatMap(([name, tables]) =>
      tables.map((table) => [table, `${server}records/${name}/`] as const),
    ),
  )
  return inServer(tree, (path) => !path.startsWith(`${server}db/`)).flatMap((path) =>
    statementsOf(tree, path).flatMap(({ line, writes }) =>
      writes
        .map((table) => ({ table, owner: owners.get(table) ?? path }))
        .filter(({ owner }) => !path.startsWith(owner))
        .map(({ table, owner }) => `${path}:${line}: only ${owner} writes ${table}`),
    ),
  )
}

/** Tables of the list above that the database does not have. */
export function unknownTables(tree: Tree, owned = records): string[] {
  const types = tree.files(`${server}db`).filter((path) => path.endsWith('/types.generated.ts'))
  const known = types.map((path) => tree.read(path)).join('\n')
  return Object.values(owned)
    .flat()
    .filter((table) => !known.includes(`\n  ${table}: `))
    .map((table) => `there is no table ${table}`)
}

const mayQuery = (path: string): boolean =>
  /^(records|db|seed)\/|store\.ts$/.test(path.slice(server.length))

/** Files that hold queries and are neither a store nor a record nor the schema. */
export function strayQueries(tree: Tree): string[] {
  return inServer(tree, (path) => !mayQuery(path)).flatMap((path) => {
    const [first] = statementsOf(tree, path)
    return first ? [`${path}:${first.line}: SQL stands in a store, in records/ or in db/`] : []
  })
}

function inServer(tree: Tree, isMeant: (path: string) => boolean): string[] {
  return tree
    .files('apps/bff/src')
    .filter((path) => path.endsWith('.ts') && !isTest(path) && isMeant(path))
}

/** Where a file builds or writes SQL, and the tables that it changes there. */
type Statement = { line: number; writes: string[] }

/** Without one of these keywords there is nothing to parse a file for. */
const keywords = /\bsql\b|From\(|Into\(|updateTable\(|\b(insert|update|delete|merge|truncate)\s/i

function statementsOf(tree: Tree, path: string): Statement[] {
  const source = tree.read(path)
  if (!keywords.test(source)) return []
  const { program, lineAt } = parse(path, source)
  return nodesBelow(program).flatMap((node) => {
    const writes = builderOf(node) ?? rawOf(node)
    return writes ? [{ line: lineAt(node.span.start), writes }] : []
  })
}

/** `tx.insertInto('transfer as t')` */
function builderOf(node: Node): string[] | undefined {
  if (node.type !== 'CallExpression') return undefined
  const { callee } = node as { callee?: { property?: { value?: string } } }
  const name = callee?.property?.value ?? ''
  if (reading.has(name)) return []
  if (!writing.has(name)) return undefined
  const [{ expression } = {}] = node['arguments'] as { expression?: { value?: unknown } }[]
  const [table = ''] = String(expression?.value).split(' ')
  return [table]
}

/** sql`update transfer t set …`, and the same in any text. */
function rawOf(node: Node): string[] | undefined {
  if (node.type === 'TaggedTemplateExpression') {
    return (node['tag'] as { value?: string }).value === 'sql' ? [] : undefined
  }
  const text =
    node.type === 'TemplateLiteral'
      ? (node['quasis'] as { raw: string }[]).map(({ raw }) => raw).join('…')
      : node.type === 'StringLiteral'
        ? String(node['value'])
        : ''
  const writes = [...text.matchAll(rawWriting)].map(([, table = '']) => table.toLowerCase())
  return writes.length > 0 ? writes : undefined
}
