import {
  type BodyFor,
  type Client,
  isRefusal,
  registerApiKey,
  registerEmail,
  type Stamper,
  stampWith,
} from '@corridor/client'
import { routes } from '@corridor/contract/routes'
import { bytesToHex, publicKeyOf } from '@corridor/signing'
import type { Kek } from '../db/kek.ts'
import type { DemoCustomer } from './demo-records.ts'

type Details = BodyFor<typeof routes.wallets.details>['data']

/** A customer of a demo partner, the key that signs for it, and what it has already. */
export type SeededCustomer = {
  demo: DemoCustomer
  entityId: string
  stamper: Stamper
  wallets: Details['wallets']
}

/** Gives a customer its primary methods, or finds those that it has. */
export async function seedMethods(client: Client, kek: Kek, entityId: string, demo: DemoCustomer) {
  const { body } = await client.call(routes.wallets.details, { params: { entityId } })
  const { authMethods, wallets } = body.data
  const has = (type: string) => authMethods.some(({ authType }) => authType === type)

  const { publicKey, privateKey } = keyOf(kek, demo)
  const stamper = stampWith({ publicKey, privateKey })
  if (!has('API_Key')) await registerApiKey(client, { entityId, name: 'Back office', publicKey })
  // With it the customer can be reached from the dashboard, where the key above does not exist.
  const { email } = demo.entity
  if (!has('Email_Auth')) await registerEmail(client, { entityId, email, stamper })
  return { demo, entityId, stamper, wallets }
}

/** An entity is known by its e-mail address, so a second attempt finds the first one's. */
export async function createEntity(client: Client, { key, entity }: DemoCustomer): Promise<string> {
  const request = { body: entity, idempotencyKey: `seed:entity:${key}` }
  try {
    const { body } = await client.call(routes.entities.create, request)
    return body.data.entityId
  } catch (error) {
    const existingId = isRefusal(error, 'ENTITY_EMAIL_EXISTS') && error.details[0]?.['existingId']
    if (typeof existingId === 'string') return existingId
    throw error
  }
}

/** The key follows from the instance's own, so that it is the same after a crash and stored nowhere. */
function keyOf(kek: Kek, { entity }: DemoCustomer): { publicKey: string; privateKey: string } {
  const scalar = kek.derive(`demo-customer/v1/${entity.email}`)
  return { publicKey: publicKeyOf(scalar), privateKey: bytesToHex(scalar) }
}
