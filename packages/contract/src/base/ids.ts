/** Prefixes of ids (operations.md 1); the text after them is the same everywhere. */
export const idPrefixes = [
  'par',
  'apr',
  'ent',
  'acc',
  'fund',
  'exec',
  'cexec',
  'tele',
  'dep',
  'rsv',
  'rq',
  'rqb',
  'ltx',
  'rpl',
  'ful',
  'lpay',
  'wdr',
  'evt',
  'dlv',
  'wal',
  'wac',
  'pk',
  'act',
  'auth',
  'ses',
  'jur',
  'req',
  'msg',
  'mem',
  'role',
  'key',
  'doc',
  'rfi',
  'rev',
  'sub',
  'note',
  'link',
  'exp',
  'rcv',
  'sec',
  'whe',
  'scr',
  'aud',
  'prf',
] as const
export type IdPrefix = (typeof idPrefixes)[number]

/** What stands after a prefix, before the rest of the id. */
export const separatorOf = (prefix: IdPrefix) => (prefix === 'cexec' ? '-' : '_')

/** Names that the service gives to executions of its own: `dep_…` for deposits, `refund-exec_…`. */
const ownBeginnings = [...idPrefixes.map((prefix) => prefix + separatorOf(prefix)), 'refund-']

/** A partner's own name of something: any text that cannot be one of the service's. */
export const notOurs = new RegExp(`^(?!${ownBeginnings.join('|')})`)
