import { ratePattern, toWire } from '@corridor/domain'
import type { Tx } from '../db/open.ts'
import { writeOff } from '../modules/liquidity/drawings/write-off.ts'
import { drawingIdOf } from '../records/liquidity/drawings.ts'
import { changeAsset, countUnderWay, findLine, lockLine } from '../records/liquidity/line-store.ts'
import { liquidityTerms } from '../records/partners/liquidity-terms.ts'
import { changeTerms, findSettings } from '../records/partners/terms-store.ts'
import { readSandboxFile } from '../seed/sandbox-file.ts'
import {
  byOperator,
  changeOf,
  number,
  onSite,
  operator,
  partner,
  Refused,
  sets,
  textOption,
  unknownPartner,
} from './base/command.ts'
import type { Site } from './base/site.ts'

const owner = partner('whose credit line')

/** Basis points stay text, as they are exact there. */
const rate = (member: string, meaning: string) =>
  sets(
    member,
    textOption('<bps>', meaning).regex(ratePattern, 'basis points with at most four decimals.'),
  )

const terms = {
  'credit-limit': sets('creditLimit', number('<units>', 'most that is owed at one time')),
  'daily-limit': sets('dailyLimit', number('<units>', 'drawn on one day')),
  'txn-limit': sets('txnLimit', number('<units>', 'drawn at once')),
  tenor: sets('tenorHours', number('<hours>', 'until a drawing is due that does not say when')),
  'hourly-fee-rate': rate('hourlyFeeRateInBps', 'of a reserve frame, per started hour'),
  'rate-per-unit-time': rate('ratePerUnitTime', 'of a drawing, per started hour'),
  'fixed-base-rate': rate('fixedBaseRate', 'of a drawing, once'),
  'affiliate-fee-rate': rate('affiliateFeeRate', 'of a drawing, once'),
  'counter-party-risk-premium-rate': rate('counterPartyRiskPremiumRate', 'of a drawing, once'),
  'customer-reliability-score-rate': rate(
    'customerReliabilityScoreRate',
    'taken off a drawing’s fee, once',
  ),
}

export const liquidityCommands = {
  'liquidity show': onSite({
    summary: 'show a partner’s credit line: what was agreed and what is owed',
    options: { partner: owner },
    run: ({ db }, { partner: { id, text: svcPartnerId } }) =>
      db.asWorker((tx) => shown(tx, id, svcPartnerId)),
  }),
  'liquidity set': onSite({
    summary: 'set limits, rates, tenor and token of a partner’s credit line',
    options: {
      partner: owner,
      ...terms,
      jurisdiction: textOption(
        '<jur_…>',
        'the token of the line, while nothing is owed or reserved',
      ).optional(),
    },
    run: async (site, { partner: { id, text: svcPartnerId }, jurisdiction, ...given }) => {
      const token = jurisdiction === undefined ? undefined : { jurisdictionId: jurisdiction }
      const change = changeOf({ ...given, token })
      const answer = await site.db.asWorker(async (tx) => {
        await settingsOf(tx, id, svcPartnerId)
        if (jurisdiction !== undefined) await changeToken(tx, site, id, jurisdiction)
        const done = await changeTerms(tx, byOperator(id), { liquidity: change })
        if (!done.ok) throw new Refused(`Not within bounds: ${done.failure.join(', ')}.`)
        return shown(tx, id, svcPartnerId)
      })
      site.published()
      return answer
    },
  }),
  'liquidity write-off': onSite({
    summary: 'give up what an overdue drawing still owes',
    options: { transaction: textOption('<ltx_…>', 'the drawing', { isBare: true }) },
    run: async (site, { transaction: ltxId }) => {
      const done = await site.db.asWorker((tx) => writeOff(tx, operator, ltxId))
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
  }),
}

/** The terms as they hold, and the line where it was used before. */
async function shown(tx: Tx, id: string, svcPartnerId: string): Promise<unknown> {
  const { settings, environment } = await settingsOf(tx, id, svcPartnerId)
  const { rates: feeRates, ...agreedTerms } = liquidityTerms(settings, environment)
  const agreed = { svcPartnerId, ...agreedTerms, ...feeRates }
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

async function settingsOf(tx: Tx, id: string, svcPartnerId: string) {
  const found = await findSettings(tx, id)
  if (!found) throw unknownPartner(svcPartnerId)
  return found
}

/** A line that was opened takes another token only while nothing is under way in the old one. */
async function changeToken(tx: Tx, site: Site, id: string, jurisdictionId: string): Promise<void> {
  const token = tokenOf(site, jurisdictionId)
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
