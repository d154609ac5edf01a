import { z } from 'zod'
import { enveloped, recordId } from '../base/common.ts'
import { endpoint } from '../base/endpoint.ts'
import {
  RegisteredWebhook,
  RegisterWebhook,
  rotatedSecret,
  secretHints,
  testedWebhook,
  webhookBodies,
  WebhookEndpoint,
  webhookEndpointStatuses,
} from './records.ts'

const at = <const P extends string>(path: P) => `/api/v1/partner/webhook/endpoints${path}` as const

const named = {
  endpointId: z.string().describe('Id of the endpoint, `whe_…`.'),
  isPrimary: z.boolean().describe('Whether the operations without an id mean this endpoint.'),
}
export const PartnerEndpoint = WebhookEndpoint.extend({
  ...named,
  status: z.enum(webhookEndpointStatuses).describe('State of the endpoint.'),
}).meta({ id: 'PartnerWebhookEndpoint' })
export const ChangedEndpoint = RegisteredWebhook.extend(named).meta({
  id: 'ChangedWebhookEndpoint',
})

const params = z.object({ endpointId: recordId() })
const notFound = 'RECORD_NOT_FOUND'

/** All endpoints of a partner, each with what the operations of `webhookEndpoint` do for the primary one. */
export const webhookEndpoints = {
  endpoints: endpoint({
    id: 'webhooks.endpoints',
    module: 'webhooks',
    method: 'GET',
    path: at(''),
    summary: 'List the webhook endpoints, the primary one first',
    response: enveloped(z.array(PartnerEndpoint)),
    failures: [],
  }),
  createEndpoint: endpoint({
    id: 'webhooks.createEndpoint',
    module: 'webhooks',
    method: 'POST',
    path: at(''),
    summary: 'Add an endpoint, ten at most; a signed test event follows',
    stepUp: true,
    body: RegisterWebhook,
    response: enveloped(ChangedEndpoint),
    failures: ['WEBHOOK_URL_INVALID', 'ILLEGAL_TRANSITION'],
    approval: 'request',
  }),
  readEndpoint: endpoint({
    id: 'webhooks.readEndpoint',
    module: 'webhooks',
    method: 'GET',
    path: at('/{endpointId}'),
    summary: 'Read an endpoint with its state, its secrets’ ends and its last 24 hours',
    params,
    response: enveloped(PartnerEndpoint),
    failures: [notFound],
  }),
  updateEndpoint: endpoint({
    id: 'webhooks.updateEndpoint',
    module: 'webhooks',
    method: 'PUT',
    path: at('/{endpointId}'),
    summary: 'Replace address and settings of an endpoint',
    stepUp: true,
    params,
    body: RegisterWebhook,
    response: enveloped(ChangedEndpoint),
    failures: [notFound, 'WEBHOOK_URL_INVALID', 'VERSION_CONFLICT'],
    approval: 'request',
  }),
  deleteEndpoint: endpoint({
    id: 'webhooks.deleteEndpoint',
    module: 'webhooks',
    method: 'DELETE',
    path: at('/{endpointId}'),
    summary: 'Delete an endpoint; nothing more is sent to it, its deliveries stay readable',
    stepUp: true,
    params,
    response: enveloped(
      z.object({
        endpointId: z.string().describe('Id of the endpoint, `whe_…`.'),
        cancelled: z.int().describe('How many deliveries that still waited were cancelled.'),
      }),
    ),
    failures: [notFound, 'VERSION_CONFLICT'],
  }),
  rotateEndpointSecret: endpoint({
    id: 'webhooks.rotateEndpointSecret',
    module: 'webhooks',
    method: 'POST',
    path: at('/{endpointId}/rotate-secret'),
    summary: 'Make a new signing secret of an endpoint; the old one signs beside it for 24 hours',
    stepUp: true,
    params,
    body: webhookBodies.rotateSecret,
    response: enveloped(rotatedSecret),
    failures: [notFound, 'ILLEGAL_TRANSITION'],
  }),
  setEndpointOverlap: endpoint({
    id: 'webhooks.setEndpointOverlap',
    module: 'webhooks',
    method: 'POST',
    path: at('/{endpointId}/secret-overlap'),
    summary: 'Let old secrets of an endpoint sign for so many more hours; 0 ends them now',
    stepUp: true,
    params,
    body: webhookBodies.setOverlap,
    response: enveloped(secretHints),
    failures: [notFound, 'ILLEGAL_TRANSITION'],
  }),
  pauseEndpoint: endpoint({
    id: 'webhooks.pauseEndpoint',
    module: 'webhooks',
    method: 'POST',
    path: at('/{endpointId}/pause'),
    summary: 'Send an endpoint nothing for now; its events are kept',
    params,
    response: enveloped(ChangedEndpoint),
    failures: [notFound, 'ILLEGAL_TRANSITION', 'VERSION_CONFLICT'],
  }),
  resumeEndpoint: endpoint({
    id: 'webhooks.resumeEndpoint',
    module: 'webhooks',
    method: 'POST',
    path: at('/{endpointId}/resume'),
    summary: 'Go on after a pause, or enable a disabled endpoint from a chosen event on',
    params,
    body: webhookBodies.resume,
    response: enveloped(
      ChangedEndpoint.extend({ scheduled: z.int().describe('How many kept events are sent now.') }),
    ),
    failures: [notFound, 'ILLEGAL_TRANSITION', 'VERSION_CONFLICT'],
  }),
  testEndpoint: endpoint({
    id: 'webhooks.testEndpoint',
    module: 'webhooks',
    method: 'POST',
    path: at('/{endpointId}/test'),
    summary: 'Send a signed test event to this endpoint alone',
    params,
    body: webhookBodies.test,
    response: enveloped(testedWebhook),
    failures: [notFound, 'ILLEGAL_TRANSITION'],
  }),
}
