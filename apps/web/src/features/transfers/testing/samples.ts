import { bankInSteps } from '@corridor/domain'
import type { Step, Transfer } from '../../../api/queries/transfers.ts'
import type { ExternalAccount, Jurisdiction } from '../../../api/queries/accounts.ts'
import { t } from '../../../messages/text.ts'

const at = '2026-01-05T12:00:00.000Z'
const none = { amount: 0, currency: 'USDC' }
const names = [
  'quote_locked',
  'signature_verified',
  'gas_funded',
  'broadcast',
  'confirmed',
  'finalized',
]

/** The steps of a wallet transfer, completed but for those that are named. */
export function steps(statuses: Record<string, Step['status']> = {}): Step[] {
  return names.map((name) => ({
    name,
    status: statuses[name] ?? 'completed',
    startedAt: at,
    completedAt: at,
    error: '',
    attempt: 1,
    reference: '',
  }))
}

const side = (entityId: string, fullName: string) => ({
  entityId,
  accountId: `acc_${entityId}`,
  fullName,
  email: 'a@example.com',
  jurisdiction: t('Test chain USDC'),
  currency: 'USDC',
  amount: 12.5,
})

/** A completed transfer of 12.50 USDC from Halden to Orchid. */
export function aTransfer(change: Partial<Transfer> = {}): Transfer {
  return {
    executionId: 'cexec-1',
    transactionId: 'T-1',
    from: side('halden', t('Halden')),
    to: side('orchid', t('Orchid')),
    parties: { payer: t('Halden'), payee: t('Orchid') },
    exchangeRate: 1,
    fees: { partnerFees: none, svcFees: none, txFees: none, totalFees: none },
    status: 'COMPLETED',
    eventStatus: 'payment_processed',
    details: steps(),
    direction: 'CRYPTO_TO_CRYPTO',
    validUntil: at,
    refundOf: '',
    refunds: [],
    routeId: '',
    depositId: '',
    allowedActions: [],
    payloadHash: 'sha256:00',
    transactionHash: '0xabc',
    createdAt: at,
    version: 1,
    ...change,
  }
}

/** The steps of a transfer paid in by bank: the first `done` are completed, the next one is in `state`. */
export function bankSteps(done: number, state: Step['status'] = 'pending'): Step[] {
  return bankInSteps.map((name, index) => {
    const status = index < done ? 'completed' : index === done ? state : 'pending'
    return {
      name,
      status,
      ...(status === 'pending' ? {} : { startedAt: at }),
      ...(status === 'completed' ? { completedAt: at } : {}),
      error: '',
      attempt: 1,
      reference: '',
    }
  })
}

/** 1,000 EUR from Halden's bank account to Orchid's wallet; what is not named is as after delivery. */
export function aBankTransfer(change: Partial<Transfer> = {}): Transfer {
  const eur = (amount: number) => ({ amount, currency: 'EUR' })
  return {
    ...aTransfer({ executionId: 'exec_1', direction: 'ON_RAMP', details: bankSteps(7) }),
    from: {
      ...side('halden', t('Halden')),
      jurisdiction: t('Netherlands'),
      currency: 'EUR',
      amount: 1000,
      account: { ...emptyBank, bankName: t('Nordhaven Bank'), bankIban: 'NL91ABNA0417164300' },
    },
    to: {
      ...side('orchid', t('Orchid')),
      amount: 1080.5,
      wallet: { walletAddress: '0x30897EA4b6F1a2C3D4e5F60718293a4b5C6d71aF' },
    },
    exchangeRate: 1.0842,
    fees: { partnerFees: eur(1), svcFees: eur(2), txFees: eur(0.4), totalFees: eur(3.4) },
    transactionHash: '',
    payloadHash: '',
    ...change,
  }
}

export const usdc: Jurisdiction = {
  id: 'jur_usdc',
  name: 'Test chain USDC',
  type: 'blockchain',
  currency: 'USDC',
  currencyScale: 6,
  networkName: t('Test chain'),
  chainId: '31337',
  tokenAddress: '0xA382745C1207b14493c7877E37b3005D02DD744d',
  nativeCurrency: 'ETH',
  rails: [],
  features: { onRamp: false, offRamp: false, payIn: false, walletToWallet: true, entityTypes: [] },
  status: 'AVAILABLE',
}

const emptyBank = {
  accountNumber: '',
  accountHolderName: '',
  bankName: '',
  bankAddress: '',
  bankCountry: '',
  bankSwiftCode: '',
  bankRoutingNumber: '',
  bankIban: '',
  bankBic: '',
  branchCode: '',
  accountType: '',
  additionalDetails: {},
}

/** The USDC account of an entity's wallet at an address. */
export function anAccount(
  name: string,
  address: string,
  change: Partial<ExternalAccount> = {},
): ExternalAccount {
  return {
    accountId: `acc_${name}`,
    entityId: name,
    ownership: 'SELF',
    accountKind: 'NON_CUSTODIAL_WALLET',
    status: 'ENABLED',
    statusReason: '',
    jurisdiction: { id: usdc.id, name: usdc.name, currency: 'USDC', type: 'blockchain' },
    rails: [],
    accountHolder: { name, type: 'business', address: {} },
    account: emptyBank,
    wallet: {
      walletAddress: address,
      networkName: t('Test chain'),
      chainId: '31337',
      tokenAddress: usdc.tokenAddress ?? '',
    },
    verification: { status: 'VERIFIED', nameMatch: 'MATCH', bankName: '', method: '' },
    nickname: t('Main'),
    source: 'API',
    fingerprint: name,
    createdAt: at,
    updatedAt: at,
    version: 1,
    ...change,
  }
}
