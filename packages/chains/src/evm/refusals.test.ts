import { describe, expect, test } from 'vitest'
import { estimateFailure, sendRefusal } from './refusals.ts'

const error = (message: string, data?: unknown, code = -32000) => ({ code, message, data })

describe('what nodes say to signed bytes', () => {
  test.each([
    // geth, core/txpool/errors.go and core/error.go
    ['already known', 'ALREADY_KNOWN'],
    ['nonce too low: next nonce 5, tx nonce 4', 'NONCE_TOO_LOW'],
    ['replacement transaction underpriced', 'NONCE_TOO_LOW'],
    ['insufficient funds for gas * price + value: balance 0', 'INSUFFICIENT_NATIVE'],
    ['max fee per gas less than block base fee: maxFeePerGas: 1', 'FEE_TOO_LOW'],
    ['transaction underpriced: gas tip cap 0, minimum needed 1', 'FEE_TOO_LOW'],
    ['invalid sender', 'TRANSACTION_REFUSED'],
    ['invalid chain id for signer: have 1 want 31337', 'TRANSACTION_REFUSED'],
    ['intrinsic gas too low', 'TRANSACTION_REFUSED'],
    ['rlp: expected input list for types.DynamicFeeTx', 'TRANSACTION_REFUSED'],
    // anvil and reth
    ['transaction already imported', 'ALREADY_KNOWN'],
    ['nonce too low', 'NONCE_TOO_LOW'],
    ['Insufficient funds for gas * price + value', 'INSUFFICIENT_NATIVE'],
    ['max fee per gas less than block base fee', 'FEE_TOO_LOW'],
    ['Failed to decode transaction', 'TRANSACTION_REFUSED'],
    // nethermind
    ['AlreadyKnown', 'ALREADY_KNOWN'],
    ['OldNonce, Current nonce: 3, nonce of rejected tx: 2', 'NONCE_TOO_LOW'],
    ['InsufficientFunds, Account balance: 0', 'INSUFFICIENT_NATIVE'],
    ['FeeTooLow, MaxFeePerGas too low', 'FEE_TOO_LOW'],
    // Nothing of the transaction
    ['txpool is full', 'CHAIN_UNAVAILABLE'],
    ['too many requests', 'CHAIN_UNAVAILABLE'],
    ['internal error', 'CHAIN_UNAVAILABLE'],
    ['failed to decode the upstream response', 'CHAIN_UNAVAILABLE'],
    ['request signature expired', 'CHAIN_UNAVAILABLE'],
    ['unknown chain id 5: try another endpoint', 'CHAIN_UNAVAILABLE'],
  ])('"%s" means %s', (message, meaning) => {
    expect(sendRefusal(error(message))).toBe(meaning)
  })
})

describe('what nodes say to an estimate', () => {
  test.each([
    [error('execution reverted', '0xe450d38c0000', 3), 'INSUFFICIENT_BALANCE'],
    [error('execution reverted', { data: '0xE450D38C' }, 3), 'INSUFFICIENT_BALANCE'],
    [error('execution reverted: ERC20: transfer amount exceeds balance'), 'INSUFFICIENT_BALANCE'],
    [error('execution reverted', '0x08c379a0', 3), 'TRANSFER_REVERTED'],
    [error('execution reverted'), 'TRANSFER_REVERTED'],
    [error('header not found'), 'CHAIN_UNAVAILABLE'],
    [error('rate limit reached', undefined, -32005), 'CHAIN_UNAVAILABLE'],
  ])('%o means %s', (given, meaning) => {
    expect(estimateFailure(given)).toBe(meaning)
  })
})
