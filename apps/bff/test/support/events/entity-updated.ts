import type { NewEvent } from '../../../src/records/events/outbox.ts'

type Change = Partial<NewEvent['subject'] & Pick<NewEvent, 'object'>>

/** The event that a change of a customer leaves, for tests that need events and no customer. */
export const entityUpdated = (
  partnerId: string,
  { kind = 'entity', id = 'ent_1', version = 1, object = {} }: Change = {},
): NewEvent => ({
  partnerId,
  category: 'entity',
  type: 'updated',
  status: 'updated',
  object,
  subject: { kind, id, version },
})
