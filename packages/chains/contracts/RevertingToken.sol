// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// A token for fault tests: anyone mints, and while the switch is on every transfer reverts.
/// With the switch off an estimate passes, so a transfer can be signed first and revert later.
contract RevertingToken is ERC20 {
    error TransfersRevert();

    bool public reverting;

    constructor() ERC20("Reverting Token", "REVERT") {}

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function setReverting(bool isReverting) external {
        reverting = isReverting;
    }

    function _update(address from, address to, uint256 value) internal override {
        if (reverting && from != address(0)) revert TransfersRevert();
        super._update(from, to, value);
    }
}
