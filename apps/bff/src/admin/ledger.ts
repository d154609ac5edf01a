import { everyAsset, haltPayouts, listHalts, resumePayouts } from '../records/ledger/halts.ts'
import { type Command, type Option, Refused, required } from './command.ts'

const asset: Option = {
  name: 'asset',
  value: '<asset>',
  meaning: `such as USD or USDC@31337; ${everyAsset} is all`,
}

const halt: Command = {
  summary: 'stop payouts of an asset; reads and deposits go on',
  options: [
    { ...asset, required: true },
    { name: 'reason', value: '<text>', required: true, meaning: 'why, for whoever looks' },
  ],
  onSite: ({ db }, options) =>
    db.asWorker(async (tx) => {
      const reason = required(options, 'reason')
      await haltPayouts(tx, { asset: required(options, 'asset'), reason, problems: [] })
      return { halts: await listHalts(tx) }
    }),
}

const resume: Command = {
  summary: 'let payouts of a halted asset go on, once its ledger has been looked at',
  options: [{ ...asset, required: true }],
  onSite: ({ db }, options) =>
    db.asWorker(async (tx) => {
      const name = required(options, 'asset')
      if (!(await resumePayouts(tx, name))) throw new Refused(`Payouts of ${name} are not halted.`)
      return { halts: await listHalts(tx) }
    }),
}

export const ledgerCommands = { 'ledger halt': halt, 'ledger resume': resume }
