/** What a payer agrees to with every ordinary transfer; its execution echoes text or version. */
export const transferAcknowledgement = {
  version: '2026-11-21',
  text:
    'I have checked the payee, the amount, the exchange rate and the fees of this transfer. ' +
    'I know that it cannot be called back once it is paid out.',
} as const
