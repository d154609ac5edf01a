import { group, type ListDefinitions, num, time } from './define.ts'

export const recordLists = {
  events: {
    operation: 'webhooks.events',
    id: 'eventId',
    columns: [
      ...group('Event', {
        eventId: 'eventId',
        sequence: num('sequence'),
        eventCategory: 'eventCategory',
        eventType: 'eventType',
        eventStatus: 'eventStatus',
      }),
      ...group('Subject', {
        executionId: 'eventObject.executionId',
        transactionId: 'eventObject.transactionId',
        entityId: 'eventObject.entityId',
        status: 'eventObject.status',
        previousStatus: 'eventObject.previousStatus',
      }),
      ...group('Times', { createdAt: time('createdAt') }),
    ],
  },
  deliveries: {
    operation: 'webhooks.deliveries',
    id: 'deliveryId',
    columns: [
      ...group('Delivery', {
        deliveryId: 'deliveryId',
        status: 'status',
        reason: 'reason',
        url: 'url',
        httpStatuses: 'attempts.httpStatus',
        errors: 'attempts.error',
        recoveryId: 'recoveryId',
      }),
      ...group('Event', {
        eventId: 'eventId',
        sequence: num('sequence'),
        eventCategory: 'eventCategory',
        eventType: 'eventType',
        eventStatus: 'eventStatus',
        executionId: 'executionId',
        objectStatus: 'objectStatus',
      }),
      ...group('Times', {
        createdAt: time('createdAt'),
        deliveredAt: time('deliveredAt'),
        nextAttemptAt: time('nextAttemptAt'),
      }),
    ],
  },
  audit: {
    operation: 'audit.list',
    id: 'auditId',
    columns: [
      ...group('Entry', {
        auditId: 'auditId',
        sequence: num('sequence'),
        action: 'action',
        reason: 'reason',
        requestId: 'requestId',
      }),
      ...group('Who', { actorType: 'actor.type', actorId: 'actor.id', actorName: 'actor.name' }),
      ...group('What', { objectKind: 'object.kind', objectId: 'object.id' }),
      ...group('Times', { createdAt: time('createdAt') }),
    ],
  },
  approvals: {
    operation: 'approvals.list',
    id: 'approvalId',
    columns: [
      ...group('Request', {
        approvalId: 'approvalId',
        operation: 'operation',
        status: 'status',
        summary: 'summary',
        subjectKind: 'subject.kind',
        subjectId: 'subject.id',
        rule: 'rule',
        because: 'because',
        failureCode: 'failure.code',
      }),
      ...group('Money', {
        amount: num('amount'),
        currency: 'currency',
        dollars: num('dollars'),
        payee: 'payee',
        destination: 'destination',
      }),
      ...group('People', {
        maker: 'maker.name',
        voters: 'votes.name',
        decisions: 'votes.decision',
        approvalsNeeded: num('approvalsNeeded'),
      }),
      ...group('Times', {
        createdAt: time('createdAt'),
        updatedAt: time('updatedAt'),
        expiresAt: time('expiresAt'),
      }),
    ],
  },
} as const satisfies ListDefinitions
