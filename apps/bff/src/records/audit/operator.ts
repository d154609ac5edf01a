/**
 * The owner of the service's own books (migration 0022): money without an owner yet. No key, member
 * or list has it.
 */
export const operatorPartnerId = '00000000-0000-7000-8000-000000000000'
