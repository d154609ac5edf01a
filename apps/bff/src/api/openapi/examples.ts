// Bodies that a reader may send as they are, once the ids are his own. A test holds each to its schema.

/** By operation id. */
export const bodyExamples: Readonly<Record<string, object>> = {
  'entities.create': {
    type: 'individual',
    firstName: 'Amara',
    lastName: 'Osei',
    email: 'amara.osei@example.com',
    phoneNumber: '+447400123456',
    nationality: 'GB',
    dateOfBirth: '1990-04-12',
    permanentAddress: {
      addressLine1: '14 Quay Street',
      addressLine2: '',
      locality: '',
      city: 'Bristol',
      state: '',
      country: 'GB',
      postalCode: 'BS1 4QA',
    },
  },
  'accounts.addExternal': {
    entityId: 'ent_01kahq0v6s9m3d2n8x5t7c1b4e',
    jurisdictionId: 'jur_01kahq0v6s9m3d2n8x5t7c1b4e',
    type: 'BANK',
    ownership: 'SELF',
    accountHolder: { name: 'Amara Osei' },
    account: { accountNumber: '31926819', sortCode: '601613' },
  },
  'transfers.simulate': {
    transactionId: 'invoice-1',
    fromEntityId: 'ent_01kahq0v6s9m3d2n8x5t7c1b4e',
    fromAccountId: 'acc_01kahq0v6s9m3d2n8x5t7c1b4f',
    toEntityId: 'ent_01kahq0v6s9m3d2n8x5t7c1b4e',
    toAccountId: 'acc_01kahq0v6s9m3d2n8x5t7c1b4g',
    exactAmountIn: 250,
    purposeCode: 'FAMILY_SUPPORT',
  },
  'transfers.execute': {
    executionId: 'exec_01kahq0v6s9m3d2n8x5t7c1b4f',
    transferAcknowledgement: 'v1',
    counterPartyRiskAcknowledged: true,
  },
  'transfers.cancel': {
    executionId: 'exec_01kahq0v6s9m3d2n8x5t7c1b4f',
    reason: 'Ordered twice',
  },
  'webhooks.register': {
    webhookUrl: 'https://example.com/corridor',
    events: ['transfer', 'kyc.transitioned'],
    retryPreset: 'standard',
  },
  'sandbox.faucet': {
    address: '0x098B716B8Aaf21512996dC57EB0615e2383E2f97',
    jurisdictionId: 'jur_01kahq0v6s9m3d2n8x5t7c1b4e',
    amount: 100,
  },
  'sandbox.decideKyc': { decision: 'APPROVED' },
  'sandbox.advanceClock': { seconds: 3600 },
}
