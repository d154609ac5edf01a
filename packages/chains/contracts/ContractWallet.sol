// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.37;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";

/// A wallet for tests that is a contract: its owner's signature is its own (EIP-1271). One byte as a
/// signature makes it say yes in a form that is no answer, two make it use up whatever gas there is.
contract ContractWallet is IERC1271 {
    address public immutable owner;

    constructor(address ownerOfIt) {
        owner = ownerOfIt;
    }

    function isValidSignature(bytes32 hash, bytes memory signature) external view returns (bytes4) {
        if (signature.length == 1) {
            assembly {
                mstore(0, 1)
                return(0, 32)
            }
        }
        while (signature.length == 2) {}
        (address signer, ECDSA.RecoverError error, ) = ECDSA.tryRecover(hash, signature);
        bool isOwner = error == ECDSA.RecoverError.NoError && signer == owner;
        return isOwner ? IERC1271.isValidSignature.selector : bytes4(0xffffffff);
    }
}
