const policyLabels: Record<string, string> = {
  ORIGIN_ACCOUNT: 'Back to where it came from',
  STATIC_ADDRESS: 'To a chosen account',
  HOLD: 'Held until somebody decides',
}

/** Where money goes that cannot be forwarded. */
export function policyText({ strategy }: { strategy: string }): string {
  return policyLabels[strategy] ?? strategy
}
