import { t } from '../../../messages/text.ts'

/** What a test event may carry as `eventObject.sample`: records as the real events have them. */
export const testSamples: readonly { name: string; label: string; sample: object }[] = [
  {
    name: 'transfer',
    label: t('Transfer completed'),
    sample: {
      eventCategory: 'transfer',
      eventType: 'transitioned',
      eventStatus: 'payment_processed',
      eventObject: {
        executionId: 'exec_01KAGDVN84YEK208N9XW3B7C5D',
        transactionId: 'INV-2041',
        status: 'COMPLETED',
        previousStatus: 'PROCESSING',
      },
    },
  },
  {
    name: 'kyc',
    label: t('Verification needs information'),
    sample: {
      eventCategory: 'kyc',
      eventType: 'action_required',
      eventStatus: 'information_required',
      eventObject: {
        entityId: 'ent_01KAGE2V9RZ4M6Q8S0T1W3Y5A7',
        status: 'INFORMATION_REQUIRED',
        previousStatus: 'UNDER_REVIEW',
      },
    },
  },
  {
    name: 'account',
    label: t('External account enabled'),
    sample: {
      eventCategory: 'external_account',
      eventType: 'transitioned',
      eventStatus: 'enabled',
      eventObject: {
        accountId: 'acc_01KAGE7F3H5K7M9P1R3T5V7X9Z',
        status: 'ENABLED',
        previousStatus: 'PENDING_VERIFICATION',
      },
    },
  },
  {
    name: 'wallet',
    label: t('Wallet session expired'),
    sample: {
      eventCategory: 'wallet',
      eventType: 'action_required',
      eventStatus: 'session_expired',
      eventObject: { entityId: 'ent_01KAGE2V9RZ4M6Q8S0T1W3Y5A7', status: 'session_expired' },
    },
  },
  { name: 'empty', label: t('Only the ping'), sample: {} },
]

const bytesMax = 8192

type Read = { sample?: Record<string, unknown>; problem?: string }

/** The typed text as a record, or what is wrong with it. */
export function readSample(text: string): Read {
  if (new TextEncoder().encode(text).length > bytesMax) return { problem: t('At most 8 KiB.') }
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return { sample: value as Record<string, unknown> }
    }
    return { problem: t('Enter an object: { … }') }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : t('This is not valid JSON.') }
  }
}
