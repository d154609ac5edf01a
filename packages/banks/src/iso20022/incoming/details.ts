import { find, findAll, textAt, type XmlNode } from '../xml/reader.ts'
import type {
  Evidence,
  EvidenceIds,
  EvidenceInstitution,
  EvidenceParty,
} from '../../evidence/evidence.ts'
import { clipped, identifier, isNoValue, partyIdOf } from '../../values/identifiers.ts'

/** What a message has of one payment of an entry, whatever the entry turns out to be. */
export type Details = {
  /** CRDT or DBIT, where the payment has its own; else ''. */
  sign: string
  amounts: readonly StatedAmount[]
  charges: readonly Charge[]
  /** It came back to where it was from. */
  isReturned: boolean
  reason: string
  code: string
  /** When it was made, as the message writes it; the best first. */
  moments: readonly string[]
  ids: EvidenceIds
  payer: EvidenceParty
  payee: EvidenceParty
  /** BIC or national code of the payee's bank. */
  payeeAgent: string
  ultimatePayer: string
  ultimatePayee: string
  institutions: readonly EvidenceInstitution[]
  /** All that the payer wrote. */
  written: string
  /** What the bank adds to it. */
  added: string
}

/** An amount by what it is: the first are the closest to what the account's bank moved. */
export type StatedAmount = { path: string; currency: string; text: string }

/** What a bank on the way took. */
export type Charge = { currency: string; text: string; isGivenBack: boolean }

/** Where the amount of a payment may stand, the closest to what was moved first. */
export const amountPaths = [
  'Amt',
  'AmtDtls/TxAmt/Amt',
  'AmtDtls/CntrValAmt/Amt',
  'AmtDtls/AnncdPstngAmt/Amt',
  'AmtDtls/InstdAmt/Amt',
] as const

/** IBAN or national number of an account element, without spaces. */
export const accountNumberOf = (account: XmlNode | undefined): string =>
  identifier(
    textAt(account, 'Id/IBAN', 'Id/Othr/Id', 'Id/PrtryAcct/Id', 'Id/BBAN').replace(/\s+/g, ''),
  )

/** As `accountNumberOf`; where a bank gives only what stands for the account, such as a key, it is that. */
const partyAccountOf = (account: XmlNode | undefined): string =>
  accountNumberOf(account) || identifier(textAt(account, 'Prxy/Id'))

/** BIC or national code of a bank; later versions write the BIC in another element. */
export const agentOf = (agent: XmlNode | undefined): string =>
  identifier(
    textAt(agent, 'FinInstnId/BICFI', 'FinInstnId/BIC', 'FinInstnId/ClrSysMmbId/MmbId').replace(
      /\s+/g,
      '',
    ),
  )

/** A party's name; later versions put a level in between, and a bank may be a party. */
const nameOf = (party: XmlNode | undefined): string =>
  identifier(textAt(party, 'Pty/Nm', 'Nm', 'Agt/FinInstnId/Nm'))

/** An organisation's or a person's id, where a message gives it in place of a name. */
const partyIds = ['OrgId/LEI', 'OrgId/AnyBIC', 'OrgId/BICOrBEI', 'OrgId/Othr/Id', 'PrvtId/Othr/Id']

/** Who really pays or is paid: without a name by an id, so that nobody else stands in for them. */
const ultimateOf = (party: XmlNode | undefined): string =>
  nameOf(party) ||
  partyIdOf(
    identifier(textAt(party, ...partyIds.flatMap((path) => [`Pty/Id/${path}`, `Id/${path}`]))),
  )

/** The banks of a payment in the order of its way; the last is where it is booked. */
const agentNames = ['DbtrAgt', 'InstgAgt', 'IntrmyAgt1', 'IntrmyAgt2', 'IntrmyAgt3', 'CdtrAgt']

function institutionsIn(agents: XmlNode | undefined): EvidenceInstitution[] {
  return agentNames.flatMap((agent) => {
    const found = find(agents, agent)
    const institution = { name: identifier(textAt(found, 'FinInstnId/Nm')), code: agentOf(found) }
    return institution.name === '' && institution.code === '' ? [] : [institution]
  })
}

/** How a bank classifies an entry or a payment, e.g. PMNT/RCDT/ESCT, or its own code. */
export function codeOf(node: XmlNode | undefined): string {
  const domain = find(node, 'BkTxCd/Domn')
  const parts = [
    textAt(domain, 'Cd'),
    textAt(domain, 'Fmly/Cd'),
    textAt(domain, 'Fmly/SubFmlyCd'),
  ].filter((part) => part !== '')
  return clipped(parts.length > 0 ? parts.join('/') : textAt(node, 'BkTxCd/Prtry/Cd'))
}

/** More of it no bank carries, and no reference is further back. */
const textMax = 1_000

/** Free text and structured references, each once. */
function writtenIn(details: XmlNode): string {
  const remittance = find(details, 'RmtInf')
  if (!remittance) return ''
  const structured = findAll(remittance, 'Strd')
  const texts = [
    ...findAll(remittance, 'Ustrd').map(({ text }) => text),
    ...structured.map((element) => textAt(element, 'CdtrRefInf/Ref')),
    ...structured.flatMap((element) => findAll(element, 'AddtlRmtInf').map(({ text }) => text)),
    ...structured.flatMap((element) =>
      findAll(element, 'RfrdDocInf').map((doc) => textAt(doc, 'Nb')),
    ),
  ].map((text) => (isNoValue(text) ? '' : text.trim()))
  return [...new Set(texts)]
    .filter((text) => text !== '')
    .join(' ')
    .slice(0, textMax)
    .toWellFormed()
}

function idsIn(details: XmlNode): EvidenceIds {
  const references = find(details, 'Refs')
  const id = (name: string) => identifier(textAt(references, name))
  return {
    uetr: id('UETR'),
    transactionId: id('TxId'),
    endToEndId: id('EndToEndId'),
    instructionId: id('InstrId'),
    paymentReference: id('AcctSvcrRef'),
    lineReference: '',
    batchId: id('PmtInfId'),
    batchMessageId: id('MsgId'),
  }
}

/** Version 02 repeats the element itself; later ones have records in it, or only their total. */
function chargesIn(details: XmlNode): Charge[] {
  const stated = findAll(details, 'Chrgs')
  if (stated.length === 0) return []
  const records = stated.flatMap((charges) => findAll(charges, 'Rcrd'))
  const own = [...stated, ...records].filter((charge) => find(charge, 'Amt'))
  if (own.length > 0)
    return own.map((charge) => ({
      currency: find(charge, 'Amt')?.currency ?? '',
      text: textAt(charge, 'Amt'),
      isGivenBack: textAt(charge, 'CdtDbtInd') === 'CRDT',
    }))
  return stated.flatMap((charges) => {
    const total = find(charges, 'TtlChrgsAndTaxAmt')
    return total ? [{ currency: total.currency, text: total.text.trim(), isGivenBack: false }] : []
  })
}

export function readDetails(node: XmlNode): Details {
  const parties = find(node, 'RltdPties')
  const party = (name: string): EvidenceParty => ({
    name: nameOf(find(parties, name)) || nameOf(find(parties, `Ultmt${name}`)),
    account: partyAccountOf(find(parties, `${name}Acct`)),
  })
  const back = find(node, 'RtrInf')
  return {
    sign: textAt(node, 'CdtDbtInd'),
    amounts: amountPaths.flatMap((path) => {
      const amount = find(node, path)
      return amount ? [{ path, currency: amount.currency, text: amount.text.trim() }] : []
    }),
    charges: chargesIn(node),
    isReturned: back !== undefined,
    reason: clipped(textAt(back, 'Rsn/Cd', 'Rsn/Prtry')),
    code: codeOf(node),
    moments: ['RltdDts/AccptncDtTm', 'RltdDts/TxDtTm']
      .map((path) => textAt(node, path))
      .filter((text) => text !== ''),
    ids: idsIn(node),
    payer: party('Dbtr'),
    payee: party('Cdtr'),
    payeeAgent: agentOf(find(node, 'RltdAgts/CdtrAgt')),
    ultimatePayer: ultimateOf(find(parties, 'UltmtDbtr')),
    ultimatePayee: ultimateOf(find(parties, 'UltmtCdtr')),
    institutions: institutionsIn(find(node, 'RltdAgts')),
    written: writtenIn(node),
    added: textAt(node, 'AddtlTxInf').slice(0, textMax).toWellFormed(),
  }
}

/** A payment of which a message has nothing but its entry. */
export const noDetails: Details = readDetails({
  name: 'TxDtls',
  currency: '',
  text: '',
  children: [],
})

/** All that is written of a payment; what the bank adds only where its payer wrote nothing. */
export const textOf = (details: Details, entryText: Evidence['text']): string =>
  (details.written || details.added || entryText).slice(0, textMax).toWellFormed()
