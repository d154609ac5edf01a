import { z } from 'zod'
import { enveloped, recordId, timestamp } from '../base/common.ts'
import { endpoint } from '../base/endpoint.ts'

const path = '/api/v1/xfer/transaction/transfer/{executionId}/tracking'
const ofTransfer = z.object({ executionId: recordId().describe('Id of the transfer.') })

/** Anyone who has the link follows the transfer; its address is shown once, when it is made. */
const TrackingLink = z
  .object({
    linkId: z.string().describe('Id of the link.'),
    createdBy: z
      .object({
        id: z.string().describe('Id of the member or key.'),
        name: z.string().describe('Its name; empty where it has none.'),
      })
      .describe('Who made it.'),
    createdAt: timestamp().describe('When it was made.'),
    expiresAt: timestamp().describe('Until when it opens.'),
  })
  .meta({ id: 'TrackingLink' })

export const tracking = {
  shareTracking: endpoint({
    id: 'transfers.shareTracking',
    module: 'transfers',
    method: 'POST',
    path,
    summary: 'Make a public link that follows a transfer; its address is shown this once',
    // A kept answer would keep the address.
    eachForItself: true,
    params: ofTransfer,
    body: z.object({
      expiresInDays: z
        .int()
        .min(1)
        .max(30)
        .default(7)
        .describe('Days that the link opens for, 1 to 30.'),
    }),
    response: enveloped(
      TrackingLink.extend({ url: z.string().describe('Address of the link, shown this once.') }),
    ),
    failures: ['TRANSFER_NOT_FOUND', 'POLICY_BLOCKED'],
  }),
  trackingLinks: endpoint({
    id: 'transfers.trackingLinks',
    module: 'transfers',
    method: 'GET',
    path,
    summary: 'List the tracking links of a transfer that are still good, newest first',
    params: ofTransfer,
    response: enveloped(z.array(TrackingLink)),
    failures: ['TRANSFER_NOT_FOUND'],
  }),
  revokeTracking: endpoint({
    id: 'transfers.revokeTracking',
    module: 'transfers',
    method: 'DELETE',
    path: `${path}/{linkId}`,
    summary: 'End a tracking link at once',
    params: ofTransfer.extend({ linkId: recordId().describe('Id of the link.') }),
    response: enveloped(TrackingLink),
    failures: ['TRANSFER_NOT_FOUND', 'RECORD_NOT_FOUND'],
  }),
}
