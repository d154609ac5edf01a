import { codeLabel, serviceText } from '../../messages/service.ts'
import type { ExportableList, ExportList } from '../../api/queries/exports.ts'
import { t } from '../../messages/text.ts'

const amountIn = ['amountIn', 'currencyIn']

const depositKeys = {
  sender: ['senderName', 'senderAccount'],
  amount: amountIn,
  owner: ['ownerName'],
  funding: ['fundingAccountId'],
  since: ['receivedAt'],
  limit: ['heldReason'],
  fit: ['heldReason'],
  labels: ['labels', 'heldReason'],
}

/** The columns of a file that say what a column on screen says, where they have other names. */
const keysOf: Partial<Record<ExportList, Readonly<Record<string, readonly string[]>>>> = {
  transfers: {
    in: amountIn,
    out: ['amountOut', 'currencyOut'],
    parties: ['payer', 'fromName', 'fromLatinName', 'toName', 'toLatinName'],
    reference: ['transactionId'],
    kind: ['direction'],
    fees: ['totalFees'],
    started: ['startedAt'],
    completed: ['completedAt'],
    duration: ['startedAt', 'completedAt'],
    execution: ['executionId'],
    hash: ['transactionHash'],
    fromAccount: ['fromAccountId'],
    toAccount: ['toAccountId'],
    jurisdiction: ['toJurisdiction'],
    rate: ['exchangeRate'],
    event: ['eventStatus'],
  },
  deposits: depositKeys,
  'route-deposits': depositKeys,
  entities: {
    name: ['firstName', 'lastName', 'businessName', 'latinName'],
    kyc: ['kycStatus'],
    reference: ['externalReference'],
    created: ['createdAt'],
  },
  kyc: {
    since: ['waitingSince'],
    status: ['kycStatus'],
    acts: ['waitingOn'],
    reason: ['reasons'],
    assigned: ['assignedTo'],
  },
  'external-accounts': {
    holder: ['holderName', 'holderLatinName', 'nickname'],
    place: ['bankName', 'networkName'],
    number: ['accountNumber', 'bankIban', 'walletAddress'],
    used: ['lastUsedAt'],
    created: ['createdAt'],
  },
  'funding-accounts': {
    owner: ['ownerName'],
    deposit: ['bankAccountNumber', 'depositWalletAddress'],
    returns: ['returnPolicy'],
    amount: ['depositedAmount'],
    created: ['createdAt'],
  },
  'payin-routes': {
    status: ['routeStatus', 'statusReason'],
    owner: ['ownerName'],
    funding: ['fundingAccountId', 'sourceCurrency'],
    rail: ['sourceJurisdiction'],
    way: ['sourceJurisdiction', 'destinationJurisdiction'],
    destination: ['destinationName', 'destinationBank', 'destinationNumber', 'destinationWallet'],
    deposits: ['totalTransactions', 'held'],
    last: ['lastDepositAt'],
    created: ['createdAt'],
    id: ['routeId'],
  },
  drawings: {
    reference: ['transactionId'],
    age: ['disbursedAt'],
    principal: ['amount', 'asset'],
    outstanding: ['principalOutstanding'],
    fee: ['feeAccrued'],
    due: ['dueAt'],
    created: ['createdAt'],
  },
  'replenish-quotes': {
    quote: ['quoteId'],
    drawing: ['ltxId'],
    total: ['totalReplenishAmount', 'asset'],
    progress: ['totalFulfilledAmount'],
    remaining: ['remainingAmount'],
    last: ['lastFulfilledAt'],
    valid: ['validUntil'],
    created: ['createdAt'],
  },
  wallets: {
    entity: ['entityName'],
    wallet: ['walletName'],
    address: ['addresses'],
    networks: ['addresses'],
    methods: ['authTypes'],
    signed: ['lastSignedAt'],
    created: ['createdAt'],
  },
  events: {
    time: ['createdAt'],
    status: ['eventStatus'],
    category: ['eventCategory'],
    type: ['eventType'],
    subject: ['executionId', 'entityId'],
    change: ['previousStatus', 'status'],
  },
}

/** What the file has for the columns on screen, in the order of the file's own columns. */
export function visibleKeys({ list, columns }: ExportableList, shown: readonly string[]): string[] {
  const wanted = new Set(shown.flatMap((id) => keysOf[list]?.[id] ?? [id]))
  const found = columns.filter(({ key }) => wanted.has(key)).map(({ key }) => key)
  const [first] = columns
  // The id of a row is what a file is compared by.
  return first && !found.includes(first.key) ? [first.key, ...found] : found
}

const labels: Record<string, string> = {
  transactionId: t('Reference'),
  eventStatus: t('Last event'),
  svcFees: t('Service fees'),
  txFees: t('Network fees'),
  kycStatus: t('KYC status'),
}

/** `fromEntityId` as `From entity id`. */
export function columnLabel(key: string): string {
  return labels[key] ?? codeLabel(key.replaceAll(/[A-Z]/g, (letter) => `_${letter}`))
}

/** Columns by their groups, in the order of the file. */
export function groupsOf({ columns }: ExportableList): [string, string[]][] {
  const groups = Map.groupBy(columns, ({ group }) => group)
  return [...groups].map(([name, ofGroup]) => [serviceText(name), ofGroup.map(({ key }) => key)])
}
