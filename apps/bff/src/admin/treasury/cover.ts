import { toText } from '@corridor/domain'
import codes from 'currency-codes'
import type { Tx } from '../../db/open.ts'
import { operatorPartnerId } from '../../records/audit/operator.ts'
import { recordAudit } from '../../records/audit/audit.ts'
import { type CoverRow, readCover, stateCover } from '../../records/ledger/cover-store.ts'
import { byOperator, Misuse, onSite, reason, Refused, textOption } from '../base/command.ts'
import type { Site } from '../base/site.ts'

export const coverCommands = {
  'cover show': onSite({
    summary: 'show what can be paid out of each asset',
    options: {},
    run: ({ db }) => db.asWorker(shown),
  }),
  'cover set': onSite({
    summary: 'state what the banks hold of a currency, or what payouts leave alone',
    options: {
      asset: textOption('<asset>', 'such as USD or USDC@31337').regex(
        /^[A-Z]{3}$|^[A-Za-z0-9]{1,20}@\d{1,20}$/,
        'a currency code, or a token with its chain.',
      ),
      balance: textOption('<units>', 'what all banks together hold of it now').optional(),
      reserve: textOption('<units>', 'what payouts leave alone; 0 unless set').optional(),
      reason: reason('reason, for the audit log').optional(),
    },
    run: state,
  }),
}

type Stated = { asset: string } & { [K in 'balance' | 'reserve' | 'reason']?: string | undefined }

async function state({ db }: Site, { asset, balance, reserve, ...why }: Stated): Promise<unknown> {
  const isOnChain = asset.includes('@')
  if (balance === undefined && reserve === undefined) throw new Misuse('Say what to set.')
  if (isOnChain && balance !== undefined) throw new Refused('What lies on a chain is read from it.')
  return db.asWorker(async (tx) => {
    const [known] = await readCover(tx, [asset])
    const scale = known?.scale ?? scaleOf(asset)
    const stated = {
      asset,
      scale,
      balance: minorOf('balance', balance, scale),
      reserve: minorOf('reserve', reserve, scale),
    }
    if (isOnChain && !known) throw new Refused(`The treasury has no ${asset}.`)
    if (!(await stateCover(tx, stated))) throw new Refused('State the balance first.')
    await recordAudit(tx, byOperator(operatorPartnerId), {
      action: 'cover.set',
      object: { kind: 'asset', id: asset },
      after: { balance: balance ?? '', reserve: reserve ?? '' },
      ...(why.reason === undefined ? {} : { reason: why.reason }),
    })
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
