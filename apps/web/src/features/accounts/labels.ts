import { externalAccountStates, statesWhere, type FundingAccountState } from '@corridor/domain'
import { codeLabel } from '../../messages/service.ts'
import { t } from '../../messages/text.ts'

/** Filters offer these; a list shows any other status as it is. Deleted accounts are in no list. */
export const externalStatuses = statesWhere(externalAccountStates, ({ isListed }) => isListed)
export const kinds = ['BANK', 'MOBILE_MONEY', 'WALLET', 'NON_CUSTODIAL_WALLET']

type Verification = { status: string; nameMatch: string }

const nameMatchLabels: Record<string, string> = {
  MATCH: t('Name matches'),
  CLOSE: t('Name is close'),
  NO_MATCH: t('Another name'),
}

const withNameMatch: Record<string, (status: string) => string> = {
  MATCH: (status) => t('{status}, name matches', { status }),
  CLOSE: (status) => t('{status}, name is close', { status }),
  NO_MATCH: (status) => t('{status}, another name', { status }),
}

/** `Verified, name matches`; where nobody can compare names, they are not mentioned. */
export function verificationText({ status, nameMatch }: Verification): string {
  return withNameMatch[nameMatch]?.(codeLabel(status)) ?? codeLabel(status)
}

/** The one thing a list has room for: a name that differs matters more than a number that is right. */
export function verificationLabel({ status, nameMatch }: Verification): string {
  return nameMatch === 'CLOSE' || nameMatch === 'NO_MATCH'
    ? nameMatchText(nameMatch)
    : codeLabel(status)
}

/** What the comparison of the holder's name with the bank's gave. */
export function nameMatchText(nameMatch: string): string {
  if (nameMatch === 'UNAVAILABLE') return t('The bank does not compare names')
  return nameMatchLabels[nameMatch] ?? nameMatch
}

export function sourceLabel(source: string): string {
  return source === 'API' ? 'API' : codeLabel(source)
}

const reasons: Record<string, string> = {
  PAYOUT_RETURNED: t(
    'A payout to it was returned, so it was disabled. Check the account number with the holder.',
  ),
  INVALID_ACCOUNT: t('The bank says there is no such account.'),
  PROVIDER_REJECTED: t('The bank refuses payments to it.'),
  RISK: t('It was disabled for a risk that compliance has to review.'),
  SCREENING: t('Compliance compares its holder with public lists, and decides.'),
}

/** Why an account is in its state, in a sentence; a reason nobody knows is shown as it is. */
export function reasonText(reason: string): string {
  return reasons[reason] ?? reason
}

type Policy = { strategy: string }
type Funding = { status: FundingAccountState; returnPolicy: Policy }

/** What happens to deposits now. */
export function forwardingText({ status, returnPolicy }: Funding): string {
  switch (status) {
    case 'ACTIVE':
      return t('Deposits are accepted and forwarded by this account’s pay-in routes.')
    case 'INACTIVE':
      return `${t('Deposits are not forwarded.')} ${inactiveText(returnPolicy)}`
    case 'PROVISIONING':
      return t('The account is being opened. It does not accept deposits yet.')
    case 'FAILED':
      return t('The account was not opened. It does not accept deposits.')
    case 'CLOSED':
      return t('The account is closed. It does not accept deposits.')
  }
}

/** What becomes of money that arrives while the account is off; none of it is ever lost. */
function inactiveText({ strategy }: Policy): string {
  if (strategy === 'ORIGIN_ACCOUNT') return t('Deposits are returned to the sender.')
  if (strategy === 'STATIC_ADDRESS')
    return t('What arrives goes to the account of the return policy.')
  return t('Deposits are held for review.')
}

/** What switching it means for money, shown before it is done. */
export function consequenceText(
  { returnPolicy }: Funding,
  change: 'activate' | 'deactivate',
): string {
  return change === 'activate'
    ? t('Deposits are accepted again and forwarded by this account’s pay-in routes.')
    : [
        t('Its pay-in routes stop forwarding.'),
        inactiveText(returnPolicy),
        t('Deposits in progress finish.'),
      ].join(' ')
}
