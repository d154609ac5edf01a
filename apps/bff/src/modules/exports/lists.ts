import {
  type Endpoint,
  type ExportColumns,
  type ExportList,
  type exportKinds,
  operations,
  transferColumns,
} from '@corridor/contract'
import { z } from 'zod'

export type ColumnKind = (typeof exportKinds)[number]
/** `path` leads to the value in an item of the list's answer. */
export type Column = { key: string; group: string; kind: ColumnKind; path: readonly string[] }

/** How a list is exported: by which operation its rows are read, and what of a row can be written. */
export type ListDefinition = {
  /** Id of the operation. */
  operation: string
  /** Path of the id that `ids` choose by. */
  id: string
  columns: readonly Column[]
}

/**
 * Columns by their groups: `status` is a member of the row, `holder=account.name` leads deeper into it.
 * Its schema decides how a value is written, except where `:number` marks a decimal that is text.
 */
function listOf(list: Endpoint, id: string, groups: Readonly<Record<string, string>>) {
  const item = itemOf(list.response)
  const columns = Object.entries(groups).flatMap(([group, members]) =>
    members
      .trim()
      .split(/\s+/)
      .map((member): Column => {
        const [name = '', own] = member.split(':')
        const [key = '', dotted = key] = name.split('=')
        const path = dotted.split('.')
        return { key, group, kind: own === 'number' ? own : kindAt(item, path), path }
      }),
  )
  return { operation: list.id, id, columns }
}

/** The schema of a row: the first array of an answer, which may stand deeper in its `data`. */
function itemOf(answer: unknown): unknown {
  if (answer instanceof z.ZodArray) return answer.element
  if (!(answer instanceof z.ZodObject)) throw new Error('this operation lists nothing')
  const members = Object.values(answer.shape)
  return itemOf(answer.shape['data'] ?? members.find((member) => member instanceof z.ZodArray))
}

/** Numbers and times are written as such; what a list inside a row holds is text. */
function kindAt(schema: unknown, [name, ...rest]: readonly string[]): ColumnKind {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return kindAt(schema.unwrap(), name === undefined ? [] : [name, ...rest])
  if (schema instanceof z.ZodArray) return 'text'
  if (name === undefined)
    return schema instanceof z.ZodNumber
      ? 'number'
      : schema instanceof z.ZodISODateTime
        ? 'time'
        : 'text'
  const member: unknown = schema instanceof z.ZodObject ? schema.shape[name] : undefined
  if (member === undefined) throw new Error(`rows have no member ${name}`)
  return kindAt(member, rest)
}

const depositColumns = {
  Deposit: `
    depositId status heldReason labels depositReference depositHash failureCode=failure.code`,
  Payer: `
    senderName=sender.name senderAccount=sender.accountMasked
    senderWallet=sender.walletAddress reference=sender.reference`,
  Money: `
    amountIn=amountIn.amount currencyIn=amountIn.currency amountOut=amountOut.amount
    currencyOut=amountOut.currency exchangeRate partnerFees=fees.partnerFees.amount
    svcFees=fees.svcFees.amount txFees=fees.txFees.amount totalFees=fees.totalFees.amount
    feeCurrency=fees.totalFees.currency`,
  Payout: `
    executionId externalAccountId=destination.externalAccountId payoutReference payoutHash`,
  Times: 'receivedAt completedAt',
}

const exportColumns: ExportColumns = transferColumns

/** Every list that can be exported. */
export const listDefinitions: Readonly<Record<ExportList, ListDefinition>> = {
  transfers: {
    operation: operations.transfers.list.id,
    id: 'executionId',
    columns: Object.entries(exportColumns).map(([key, { path = key, ...column }]) => ({
      key,
      ...column,
      path: path.split('.'),
    })),
  },
  entities: listOf(operations.entities.list, 'entityId', {
    Customer: `
      entityId type firstName lastName businessName latinName email phoneNumber
      country=permanentAddress.country city=permanentAddress.city nationality dateOfBirth
      registrationNumber taxId incorporationCountry website industry externalReference`,
    Verification: 'kycStatus missing',
    Accounts: 'accounts wallets',
    Times: 'createdAt updatedAt',
  }),
  kyc: listOf(operations.kyc.queue, 'entityId', {
    Customer: 'entityId name type country',
    Verification: 'kycStatus waitingOn reasons=reasons.message assignedTo notes',
    Times: 'submittedAt waitingSince',
  }),
  'external-accounts': listOf(operations.accounts.listExternal, 'accountId', {
    Account: 'accountId nickname status statusReason accountKind ownership source',
    Owner: `
      entityId holderName=accountHolder.name holderLatinName=accountHolder.latinName
      holderType=accountHolder.type`,
    Where: `
      jurisdiction=jurisdiction.name currency=jurisdiction.currency rails
      bankName=account.bankName bankCountry=account.bankCountry
      accountNumber=account.accountNumber bankIban=account.bankIban
      bankRoutingNumber=account.bankRoutingNumber walletAddress=wallet.walletAddress
      networkName=wallet.networkName chainId=wallet.chainId`,
    Verification: `
      verification=verification.status nameMatch=verification.nameMatch
      verifiedBy=verification.method`,
    Times: 'createdAt updatedAt lastUsedAt',
  }),
  'funding-accounts': listOf(operations.accounts.listFunding, 'fundingAccountId', {
    Account: `
      fundingAccountId status statusReason jurisdiction=jurisdiction.name
      currency=jurisdiction.currency acceptedRails returnPolicy=returnPolicy.strategy`,
    Owner: 'entityId=accountOwner.entityId ownerName=accountOwner.name',
    'Deposit instructions': `
      bankName=depositAccountInfo.bank_name
      bankAccountNumber=depositAccountInfo.bank_account_number
      bankRoutingNumber=depositAccountInfo.bank_routing_number
      depositWalletAddress=depositAccountInfo.depositWalletAddress
      networkName=depositAccountInfo.networkName`,
    'Limits and totals': `
      minDeposit=limits.minDeposit maxDeposit=limits.maxDeposit dailyLimit=limits.dailyLimit
      deposits=totals.deposits depositedAmount=totals.amount`,
    Times: 'createdAt activatedAt updatedAt',
  }),
  wallets: listOf(operations.wallets.list, 'walletId', {
    Wallet: 'walletId walletName',
    Owner: 'entityId entityName',
    Addresses: 'addresses=accounts.address accountIds=accounts.accountId',
    Signing: 'authTypes passkeys',
    Times: 'createdAt lastSignedAt',
  }),
  'wallet-transactions': listOf(operations.wallets.transactions, 'hash', {
    Transaction: 'hash direction status counterparty from to executionId blockNumber',
    Money: 'amount currency fee tokenAddress',
    Times: 'timestamp',
  }),
  deposits: listOf(operations.payinRoutes.listDeposits, 'depositId', {
    ...depositColumns,
    'Route and account': `
      teleportId fundingAccountId ownerEntityId=accountOwner.entityId
      ownerName=accountOwner.name jurisdiction=jurisdiction.name`,
  }),
  'route-deposits': listOf(operations.payinRoutes.deposits, 'depositId', {
    ...depositColumns,
  }),
  'unlisted-deposits': listOf(operations.payinRoutes.listUnlisted, 'depositId', {
    Deposit: `
      depositId status heldReason kind hash sender walletAddress fundingAccountId executionId`,
    Money: 'symbol amountRaw decimals chainId tokenAddress',
    Decision: 'decisionReason=decision.reason returnHash=decision.returnHash',
    Times: 'receivedAt decidedAt=decision.decidedAt',
  }),
  'payin-routes': listOf(operations.payinRoutes.list, 'routeId', {
    Route: 'routeId routeStatus statusReason',
    From: `
      fundingAccountId sourceJurisdiction=sourceJurisdiction.name
      sourceCurrency=sourceJurisdiction.currency ownerEntityId=accountOwner.entityId
      ownerName=accountOwner.name`,
    To: `
      externalAccountId destinationJurisdiction=destinationJurisdiction.name
      destinationCurrency=destinationJurisdiction.currency
      destinationEntityId=destinationEntity.entityId destinationName=destinationEntity.name
      destinationHolder=destinationAccount.holderName
      destinationBank=destinationAccount.bankName
      destinationNumber=destinationAccount.numberMasked
      destinationWallet=destination.walletAddress`,
    Deposits: 'totalTransactions held',
    Times: 'createdAt lastDepositAt',
  }),
  reserves: listOf(operations.liquidity.listReserves, 'id', {
    Frame: 'id status phase transactionId feeTxnHash hours',
    Money: `
      amount asset drawn=misc.utilisation.drawn remaining=misc.utilisation.remaining
      peak=misc.utilisation.peak hourlyFeeRateInBps=fees.hourlyFeeRateInBps
      feeAmount=fees.feeAmount`,
    Times: 'startTimestamp endTimestamp validUntil createdAt updatedAt',
  }),
  drawings: listOf(operations.liquidity.list, 'ltxId', {
    Drawing: `
      ltxId transactionId status transferMode reserveFrameId originalTxnHash recipientWallet
      failureCode=failure.code`,
    Money: `
      amount asset principalOutstanding feeAccrued feePaid totalReplenishAmount
      totalFulfilledAmount`,
    Parties: `
      originatorName=originator.name originatorCountry=originator.country
      beneficiaryName=beneficiary.name beneficiaryCountry=beneficiary.country`,
    Times: 'createdAt scheduledFor disbursedAt dueAt updatedAt',
  }),
  'replenish-quotes': listOf(operations.liquidity.listReplenishQuotes, 'quoteId', {
    Quote: 'quoteId status ltxId originalTxnHash replenishmentId',
    Money: `
      asset principal outstandingPrincipal feeAmount=feeBreakdown.feeAmount
      totalReplenishAmount totalFulfilledAmount remainingAmount`,
    Times: 'createdAt asOf validUntil lastFulfilledAt monitoringUntil',
  }),
  replenishments: listOf(operations.liquidity.listReplenishments, 'replenishmentId', {
    Replenishment: `
      replenishmentId txnStatus source ltxId batchId quoteId replenishTxnHash originalTxnHash
      failureCode=failure.code`,
    Money: `
      asset totalReplenishAmount received=received.amount fee=received.fee
      principal=received.principal surplus=received.surplus`,
    Times: 'createdAt updatedAt',
  }),
  'liquidity-payments': listOf(operations.liquidity.listPayments, 'paymentId', {
    Payment: 'paymentId status source subjectId fromWallet transactionHash bankReference',
    Money: 'amount asset',
    Times: 'receivedAt',
  }),
  events: listOf(operations.webhooks.events, 'eventId', {
    Event: 'eventId sequence eventCategory eventType eventStatus',
    Subject: `
      executionId=eventObject.executionId transactionId=eventObject.transactionId
      entityId=eventObject.entityId status=eventObject.status
      previousStatus=eventObject.previousStatus`,
    Times: 'createdAt',
  }),
  deliveries: listOf(operations.webhooks.deliveries, 'deliveryId', {
    Delivery: `
      deliveryId status reason url httpStatuses=attempts.httpStatus errors=attempts.error
      recoveryId`,
    Event: 'eventId sequence eventCategory eventType eventStatus executionId objectStatus',
    Times: 'createdAt deliveredAt nextAttemptAt',
  }),
  audit: listOf(operations.audit.list, 'auditId', {
    Entry: 'auditId sequence action reason requestId',
    Who: 'actorType=actor.type actorId=actor.id actorName=actor.name',
    What: 'objectKind=object.kind objectId=object.id',
    Times: 'createdAt',
  }),
  approvals: listOf(operations.approvals.list, 'approvalId', {
    Request: `
      approvalId operation status summary subjectKind=subject.kind subjectId=subject.id rule
      because failureCode=failure.code`,
    Money: 'amount currency dollars:number payee destination',
    People: 'maker=maker.name voters=votes.name decisions=votes.decision approvalsNeeded',
    Times: 'createdAt updatedAt expiresAt',
  }),
}
