export {
  basisPointsOf,
  decimalText,
  fromWire,
  toText,
  toWire,
  type AmountFailure,
  type Money,
} from './money.ts'
export { shownDigits } from './digits.ts'
