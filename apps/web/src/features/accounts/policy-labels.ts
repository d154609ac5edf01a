const policyLabels: Record<string, string> = {
  ORIGIN_ACCOUNT: 'Return to sender',
  STATIC_ADDRESS: 'To a chosen account',
  HOLD: 'Hold for review',
}

/** Where money goes that cannot be forwarded. */
export function policyText({ strategy }: { strategy: string }): string {
  return policyLabels[strategy] ?? strategy
}
