import { toText } from '@corridor/domain'
import codes from 'currency-codes'
import type { Tx } from '../../db/open.ts'
import { operatorPartnerId } from '../../records/audit/operator.ts'
import { recordAudit } from '../../records/audit/audit.ts'
import { type CoverRow, readCover, stateCover } from '../../records/ledger/cover-store.ts'
import { type Command, Misuse, type Options, Refused, required } from '../base/command.ts'
import type { Site } from '../base/site.ts'

const show: Command = {
  summary: 'show what can be paid out of each asset',
  options: [],
  onSite: ({ db }) => db.asWorker(shown),
}

const set: Command = {
  summary: 'state what the banks hold of a currency, or what payouts leave alone',
  options: [
    { name: 'asset', value: '<asset>', required: true, meaning: 'such as USD or USDC@31337' },
    { name: 'balance', value: '<units>', meaning: 'what all banks together hold of it now' },
    { name: 'reserve', value: '<units>', meaning: 'what payouts leave alone; 0 unless set' },
    { name: 'reason', value: '<text>', meaning: 'reason, for the audit log' },
  ],
  onSite: (site, options) => state(site, options),
}

export const coverCommands = { 'cover show': show, 'cover set': set }

async function state({ db }: Pick<Site, 'db'>, options: Options): Promise<unknown> {
  const asset = required(options, 'asset')
  const isOnChain = asset.includes('@')
  if (!/^[A-Z]{3}$|^[A-Za-z0-9]{1,20}@\d{1,20}$/.test(asset))
    throw new Misuse('--asset: a currency code, or a token with its chain.')
  if (options['balance'] === undefined && options['reserve'] === undefined)
    throw new Misuse('Say what to set.')
  if (isOnChain && options['balance'] !== undefined)
    throw new Refused('What lies on a chain is read from it.')
  return db.asWorker(async (tx) => {
    const [known] = await readCover(tx, [asset])
    const scale = known?.scale ?? scaleOf(asset)
    const stated = {
      asset,
      scale,
      balance: minorOf('balance', options['balance'], scale),
      reserve: minorOf('reserve', options['reserve'], scale),
    }
    if (isOnChain && !known) throw new Refused(`The treasury has no ${asset}.`)
    if (!(await stateCover(tx, stated))) throw new Refused('State the balance first.')
    await recordAudit(
      tx,
      { partnerId: operatorPartnerId, actor: { type: 'service', id: 'operator' }, requestId: '' },
      {
        action: 'cover.set',
        object: { kind: 'asset', id: asset },
        after: { balance: options['balance'] ?? '', reserve: options['reserve'] ?? '' },
        ...(options['reason'] === undefined ? {} : { reason: options['reason'] }),
      },
    )
    return shown(tx)
  })
}

function scaleOf(currency: string): number {
  const known = codes.code(currency)
  if (!known) throw new Refused(`There is no currency ${currency}.`)
  return known.digits
}

/** Whole minor units. @throws Misuse */
function minorOf(name: string, text: string | undefined, scale: number): bigint | undefined {
  if (text === undefined) return undefined
  const [, whole, decimals = ''] = /^(\d{1,30})(?:\.(\d{1,18}))?$/.exec(text) ?? []
  if (whole === undefined || decimals.length > scale)
    throw new Misuse(`--${name}: units with at most ${scale} decimals.`)
  return BigInt(whole + decimals.padEnd(scale, '0'))
}

const shown = async (tx: Tx) => ({ cover: (await readCover(tx)).map(row) })

const row = ({ asset, scale, balance, reserve, available, order_cost, ...at }: CoverRow) => ({
  asset,
  balance: toText(balance, scale),
  reserve: toText(reserve, scale),
  available: toText(available, scale),
  ...(order_cost === 0n ? {} : { gasPerOrder: toText(order_cost, scale) }),
  readAt: at.read_at,
  countedAt: at.counted_at,
})
