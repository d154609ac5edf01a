import { type Member, type Members, memberTables } from '@corridor/contract'

/** Names under which nothing is kept at all. */
const secret =
  /token$|secret$|password|signature$|otp|bundle|attestation|clientdata|credential|signed|base64|payload|challenge|nonce|verificationcode|proof|url$|uri$|samltext|stamp$|apikey$|^key$|authorization|cookie|headers$/i

/** Names that look like secrets, and are none. */
const noSecret = new Set([
  'otpId',
  'otpType',
  'payloadHash',
  'timestamp',
  'startTimestamp',
  'endTimestamp',
  'lastSignedAt',
])

/** Of these the last four characters are kept, as the API shows account numbers. */
const byItsEnd =
  /account_?number|iban|phone|tax_?id|walletaddress|recipientwallet|fromwallet|operationalwallet|tokenaddress|mintaddress/i

/** Kinds of members whose texts name no person: ids, codes, times and what the service says itself. */
const plainKinds = new Set<Member['kind']>([
  'id',
  'code',
  'state',
  'currency',
  'hash',
  'time',
  'day',
])
const isPlain = ({ kind, log }: Member) => plainKinds.has(kind) && log !== 'mask'

/** Names that are plain in each table of members that has them. */
const described = Map.groupBy(
  memberTables.flatMap((table: Members) => Object.entries(table)),
  ([name]) => name,
)
const plainMembers = [...described].flatMap(([name, members]) =>
  members.every(([, member]) => isPlain(member)) ? [name] : [],
)

/** Names of the same kind that no table of members has. */
const plain = new Set([
  ...plainMembers,
  ...`acceptedAt acceptedRails accountId accountKind accountMasked accountType action activatedAt
  activityId actorId actorType addedAt addressFormat addresses affectedRoutes allowed
  allowedActions amount amountMax amountMin amountRaw answeredAt apiVersion approvalId asOf
  askedAt asset at audiences authId authType authTypes authenticatorId availableAt bankCountry
  batchId batchQuoteId by category chainId changedAt channel check code columns completedFrom
  completedTo conversion country countryCode createdFrom createdTo cryptoTokenId currency curve
  day days decidedAt decider decision decisionId deliveredAt deliveryId deprecated
  depositAccountPreference depositHash depositIds disbursedAt docRef documentId dollarRate dollars
  dueAt endTimestamp entityId entityType entityTypes entryId environment error eventCategory
  eventId eventType events expectedBy expectedRepaymentAt expiresAt exportId externalAccountId
  fact failingSince failureCode feeSource feeTxnHash fields filter fingerprint finishedAt format
  from fromAccountId fromEntityId fromJurisdiction fulfillmentId fulfillmentType fundingAccountId
  fundingStatus hasWallet hash health heldReason heldUntil hour id ids in includeQuotes issuedBy
  jurisdiction jurisdictionId jurisdictionIds keyId kind kycStatus lastDepositAt lastFulfilledAt
  lastSignedAt lastUsedAt level limit linkId list ltxId match memberId messageId method mime
  mintTransactionHash mode monitoringUntil network newExternalAccountId nextAction nextAttemptAt
  noteId objectPreviousStatus objectStatus omitted onLate open openedAt operation originalTxnHash
  originalTxnHashes otpId otpType outcome ownership parentId part paymentId paymentRail
  payment_rail payoutHash phase policyId postingId predecessorId previousExternalAccountId
  previousStatus previousValidUntil priceRefusal proof proofId provedAt purpose quoteId quotedAt rail rails range
  reachedAt reasonCode receivedAt receivedFrom receivedTo recoveryId refundId replenishTxnHash
  replenishmentId requestId required resendAfter reserveFrameId resetsAt retryPreset returnHash
  revealedAt reviewId reviewedAt rfiId role roles routeStatus routes rule scheduledFor
  schemaVersion scheme scopes secretId sessionId settlement side sides signatureType
  signatureTypes since sort source startTimestamp step strategy subjectId subjectKind submissionId
  submittedAt successorId svcPartnerId symbol teleportId term timestamp to toAccountId toEntityId
  toJurisdiction transferMode transports trigger txnStatus type unit until updatedAt uploadedAt
  validation version waitingOn waitingSince walletId withdrawalId zone`.split(/\s+/),
])

/** Texts of the service's own in what it answers. */
const ownMembers = new Set(['message', 'path'])

export type Treatment = 'keep' | 'end' | 'mask' | 'drop'

/**
 * How a member is kept, by its name. A name that nobody has looked at is masked: a member that comes
 * to the contract shows nothing until it is listed here.
 */
export function treatmentOf(name: string, isAnswer: boolean): Treatment {
  if (secret.test(name) && !noSecret.has(name)) return 'drop'
  if (plain.has(name) || (isAnswer && ownMembers.has(name))) return 'keep'
  return byItsEnd.test(name) ? 'end' : 'mask'
}
