import { ratePattern, toWire } from '@corridor/domain'
import type { Tx } from '../db/open.ts'
import { writeOff } from '../modules/liquidity/drawings/write-off.ts'
import { drawingIdOf } from '../records/liquidity/drawings.ts'
import { changeAsset, countUnderWay, findLine, lockLine } from '../records/liquidity/line-store.ts'
import { liquidityTerms } from '../records/partners/liquidity-terms.ts'
import { changeTerms, findSettings } from '../records/partners/terms-store.ts'
import { readSandboxFile } from '../seed/sandbox-file.ts'
import {
  type Command,
  Misuse,
  numberOf,
  type Option,
  type Options,
  partnerOf,
  Refused,
  required,
} from './base/command.ts'
import type { Site } from './base/site.ts'

const actor = { type: 'service', id: 'operator' } as const
const partner: Option = {
  name: 'partner',
  value: '<svcPartnerId>',
  required: true,
  meaning: 'whose credit line',
}

/** Options by the member of the terms that each sets. */
const amounts = {
  creditLimit: { name: 'credit-limit', value: '<units>', meaning: 'most that is owed at one time' },
  dailyLimit: { name: 'daily-limit', value: '<units>', meaning: 'drawn on one day' },
  txnLimit: { name: 'txn-limit', value: '<units>', meaning: 'drawn at once' },
  tenorHours: {
    name: 'tenor',
    value: '<hours>',
    meaning: 'until a drawing is due that does not say when',
  },
} as const
const rates = {
  hourlyFeeRateInBps: {
    name: 'hourly-fee-rate',
    value: '<bps>',
    meaning: 'of a reserve frame, per started hour',
  },
  ratePerUnitTime: {
    name: 'rate-per-unit-time',
    value: '<bps>',
    meaning: 'of a drawing, per started hour',
  },
  fixedBaseRate: { name: 'fixed-base-rate', value: '<bps>', meaning: 'of a drawing, once' },
  affiliateFeeRate: { name: 'affiliate-fee-rate', value: '<bps>', meaning: 'of a drawing, once' },
  counterPartyRiskPremiumRate: {
    name: 'counter-party-risk-premium-rate',
    value: '<bps>',
    meaning: 'of a drawing, once',
  },
  customerReliabilityScoreRate: {
    name: 'customer-reliability-score-rate',
    value: '<bps>',
    meaning: 'taken off a drawing’s fee, once',
  },
} as const
const jurisdiction: Option = {
  name: 'jurisdiction',
  value: '<jur_…>',
  meaning: 'the token of the line, while nothing is owed or reserved',
}

const show: Command = {
  summary: 'show a partner’s credit line: what was agreed and what is owed',
  options: [partner],
  onSite: ({ db }, options) => {
    const { id, text } = partnerOf(options)
    return db.asWorker((tx) => shown(tx, id, text))
  },
}

const set: Command = {
  summary: 'set limits, rates, tenor and token of a partner’s credit line',
  options: [partner, ...Object.values(amounts), ...Object.values(rates), jurisdiction],
  onSite: async (site, options) => {
    const { id, text } = partnerOf(options)
    const change = changeOf(options)
    if (Object.keys(change).length === 0) throw new Misuse('Say what to set.')
    const answer = await site.db.asWorker(async (tx) => {
      await settingsOf(tx, id, text)
      if (options[jurisdiction.name] !== undefined) await changeToken(tx, site, id, options)
      const by = { partnerId: id, actor, requestId: '' }
      const done = await changeTerms(tx, by, { liquidity: change })
      if (!done.ok) throw new Refused(`Not within bounds: ${done.failure.join(', ')}.`)
      return shown(tx, id, text)
    })
    site.published()
    return answer
  },
}

const writeOffCommand: Command = {
  summary: 'give up what an overdue drawing still owes',
  options: [
    {
      name: 'transaction',
      value: '<ltx_…>',
      required: true,
      isBare: true,
      meaning: 'the drawing',
    },
  ],
  onSite: async (site, options) => {
    const ltxId = required(options, 'transaction')
    const done = await site.db.asWorker((tx) => writeOff(tx, actor, ltxId))
    if (!done.ok)
      throw new Refused(done.failure.details?.[0]?.message ?? `No drawing has the id ${ltxId}.`)
    site.published()
    const { value: row } = done
    return {
      ltxId: drawingIdOf(row),
      transactionId: row.transaction_id,
      status: row.status,
      writtenOff: toWire({ minor: row.written_off, scale: row.scale }),
      asset: row.currency,
    }
  },
}

export const liquidityCommands = {
  'liquidity show': show,
  'liquidity set': set,
  'liquidity write-off': writeOffCommand,
}

/** The terms as they hold, and the line where it was used before. */
async function shown(tx: Tx, id: string, text: string): Promise<unknown> {
  const { settings, environment } = await settingsOf(tx, id, text)
  const { rates: feeRates, ...terms } = liquidityTerms(settings, environment)
  const agreed = { svcPartnerId: text, ...terms, ...feeRates }
  const line = await findLine(tx, id)
  if (!line) return agreed
  return {
    ...agreed,
    jurisdictionId: line.jurisdiction_id,
    asset: line.currency,
    borrowed: toWire({ minor: line.borrowed, scale: line.scale }),
    transactions: line.transactions,
    partnerDepositWallet: line.deposit_address,
    partnerOperationalWallet: line.operational_address,
  }
}

async function settingsOf(tx: Tx, id: string, text: string) {
  const found = await findSettings(tx, id)
  if (!found) throw new Refused(`No partner has the id ${text}.`)
  return found
}

function changeOf(options: Options): Record<string, unknown> {
  const change: Record<string, unknown> = {}
  for (const [member, { name }] of Object.entries(amounts))
    if (options[name] !== undefined) change[member] = numberOf(name, options[name])
  for (const [member, { name }] of Object.entries(rates))
    if (options[name] !== undefined) change[member] = rateOf(name, options[name])
  const jurisdictionId = options[jurisdiction.name]
  return jurisdictionId === undefined ? change : { ...change, jurisdictionId }
}

/** Basis points stay text, as they are exact there. */
function rateOf(name: string, text: string): string {
  if (!ratePattern.test(text))
    throw new Misuse(`--${name}: basis points with at most four decimals.`)
  return text
}

/** A line that was opened takes another token only while nothing is under way in the old one. */
async function changeToken(tx: Tx, site: Site, id: string, options: Options): Promise<void> {
  const token = tokenOf(site, required(options, jurisdiction.name))
  if (!(await findLine(tx, id))) return
  const line = await lockLine(tx, id)
  if (line.jurisdiction_id === token.jurisdiction_id) return
  const { frames, payments } = await countUnderWay(tx, id)
  if (line.borrowed > 0n || frames > 0 || payments > 0)
    throw new Refused(
      `The token stays ${line.currency}: ${toWire({ minor: line.borrowed, scale: line.scale })} are owed, ${frames} frames hold credit, ${payments} payments are under way.`,
    )
  await changeAsset(tx, { ...line, ...token })
}

/** The columns of a token that the server wrote down: no chain is opened here. */
function tokenOf({ config }: Site, jurisdictionId: string) {
  const known = readSandboxFile(config.DATA_DIR)?.chains.find(
    (chain) => chain.jurisdictionId === jurisdictionId,
  )
  if (!known || known.currency === '')
    throw new Refused(`The server knows no token of the jurisdiction ${jurisdictionId}.`)
  return {
    jurisdiction_id: known.jurisdictionId,
    chain_id: known.chainId,
    token: known.tokenAddress.toLowerCase(),
    currency: known.currency,
    scale: known.decimals,
  }
}
