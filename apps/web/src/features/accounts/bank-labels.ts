import { t } from '../../messages/text.ts'

/** What payers of a country call the numbers of a bank account, by the rail that takes them. */
type BankLabels = { account: string; routing: string }

const accountNumber = t('Account number')
const sortCode = t('Sort code')
const british: BankLabels = { account: accountNumber, routing: sortCode }
const indian: BankLabels = { account: accountNumber, routing: 'IFSC' }
const singaporean: BankLabels = { account: accountNumber, routing: t('Bank and branch code') }
const brazilian: BankLabels = {
  account: t('Account number (conta)'),
  routing: t('Bank and branch (agência)'),
}
const philippine: BankLabels = { account: accountNumber, routing: 'BIC' }
const australian: BankLabels = { account: accountNumber, routing: 'BSB' }

const byRail: Readonly<Record<string, BankLabels>> = {
  ACH: { account: accountNumber, routing: t('ACH routing number') },
  FEDWIRE: { account: accountNumber, routing: t('Wire routing number') },
  FASTER_PAYMENTS: british,
  CHAPS: british,
  SPEI: { account: 'CLABE', routing: t('Bank code') },
  IMPS: indian,
  NEFT: indian,
  RTGS: indian,
  TED: brazilian,
  PIX: brazilian,
  FAST: singaporean,
  PAYNOW: singaporean,
  INSTAPAY: philippine,
  PESONET: philippine,
  NIP: { account: t('Account number (NUBAN)'), routing: t('Bank code (CBN)') },
  PESALINK: { account: accountNumber, routing: t('Bank and branch code') },
  ZENGIN: { account: accountNumber, routing: t('Bank and branch code') },
  EFT: { account: accountNumber, routing: t('EFT routing number') },
  NPP: australian,
  BECS: australian,
}

const railIn: Readonly<Record<string, string>> = {
  US: 'ACH',
  GB: 'FASTER_PAYMENTS',
  MX: 'SPEI',
  IN: 'IMPS',
  BR: 'TED',
  SG: 'FAST',
  PH: 'INSTAPAY',
  NG: 'NIP',
  KE: 'PESALINK',
  JP: 'ZENGIN',
  CA: 'EFT',
  AU: 'NPP',
}

/** The numbers say themselves what they are where they are international ones. */
export const isIban = (text: string): boolean => /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(text)
const isBic = (text: string): boolean => /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(text)

type Given = { account: string; routing: string; rail?: string; country?: string }

/** What the two numbers are called; of a country without words of its own, as everywhere. */
export function bankLabels({ account, routing, rail = '', country = '' }: Given): BankLabels {
  const labels = byRail[rail] ?? byRail[railIn[country] ?? '']
  return {
    account: isIban(account) ? 'IBAN' : (labels?.account ?? accountNumber),
    routing: isBic(routing) ? 'BIC' : (labels?.routing ?? t('Routing number')),
  }
}

/** As people read it to each other: an IBAN in groups of four, a sort code in pairs. */
export function shownNumber(label: string, text: string): string {
  if (isIban(text)) return text.replaceAll(/(.{4})(?=.)/g, '$1 ')
  if (label === sortCode && /^\d{6}$/.test(text)) return text.replaceAll(/(\d{2})(?=\d)/g, '$1-')
  if (label === 'BSB' && /^\d{6}$/.test(text)) return `${text.slice(0, 3)}-${text.slice(3)}`
  return text
}
