// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// For tests: pays out of its own tokens to many addresses in one transaction.
contract BatchPayer {
    error NotPaid(address to);

    /// The faucet sends native coin along.
    receive() external payable {}

    function pay(IERC20 token, address[] calldata to, uint256[] calldata amounts) external {
        for (uint256 i = 0; i < to.length; i++) {
            if (!token.transfer(to[i], amounts[i])) revert NotPaid(to[i]);
        }
    }
}
