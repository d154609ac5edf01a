// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

/// Credit for verifications: the service mints it to whoever paid a deposit, once for each deposit.
/// The contract remembers them, so that a service that lost its memory cannot mint twice.
contract CreditToken is ERC20, Ownable {
    error DepositCredited(bytes32 deposit);

    mapping(bytes32 deposit => bool) public credited;

    constructor() ERC20("Verification Credit", "KYCC") Ownable(msg.sender) {}

    function decimals() public pure override returns (uint8) {
        return 6;
    }

    function mint(address to, uint256 amount, bytes32 deposit) external onlyOwner {
        if (credited[deposit]) revert DepositCredited(deposit);
        credited[deposit] = true;
        _mint(to, amount);
    }
}
