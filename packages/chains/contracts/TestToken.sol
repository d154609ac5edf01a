// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

/// An ordinary ERC-20 of the dev chain. The owner mints; as with real dollar tokens it can block
/// an address, which makes a signed transfer of that address revert on the chain.
contract TestToken is ERC20, Ownable {
    error AddressBlocked(address account);
    error NativeCoinRefused(address account);

    uint8 private immutable _decimals;
    mapping(address account => bool) public blocked;

    constructor(string memory name_, string memory symbol_, uint8 decimals_)
        ERC20(name_, symbol_)
        Ownable(msg.sender)
    {
        _decimals = decimals_;
    }

    function decimals() public view override returns (uint8) {
        return _decimals;
    }

    /// Tokens and the native coin sent along arrive in one transaction, so that a faucet payment
    /// has one hash and is never half done.
    function mint(address to, uint256 amount) external payable onlyOwner {
        _mint(to, amount);
        if (msg.value > 0) {
            (bool taken,) = to.call{value: msg.value}("");
            if (!taken) revert NativeCoinRefused(to);
        }
    }

    function setBlocked(address account, bool isBlocked) external onlyOwner {
        blocked[account] = isBlocked;
    }

    function _update(address from, address to, uint256 value) internal override {
        if (blocked[from]) revert AddressBlocked(from);
        if (blocked[to]) revert AddressBlocked(to);
        super._update(from, to, value);
    }
}
