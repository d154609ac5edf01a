/** 256 short words, one for each value of a byte. */
export const vocabulary =
  `acorn agate alarm album alder alloy almond altar amber anchor angle ankle antler apple april arbor
arch arrow aspen atlas attic autumn awning bacon badge bagel bakery ballad bamboo banjo barley basil
basket beacon beaver bench berry birch bishop bison blanket blossom bonnet border bottle boulder bramble brass
breeze brick bridge bronze brook bucket buckle bugle burrow butter button cabin cable cactus camel camera
canal candle canoe canvas canyon caravan cardigan carpet castle cavern cedar cellar cello cement chalk chapel
cherry chestnut chimney cider cinder circle citrus clover cobalt coconut comet compass copper coral cotton cradle
crater crayon cricket crystal cypress daisy dancer delta desert diamond dolphin domino donkey dragon drawer drum
eagle easel echo eclipse elbow elder ember emerald engine envelope falcon feather fern ferry fiddle finch
flagon flint forest fossil fountain fox galaxy garden garlic garnet geyser ginger glacier globe goblet gondola
granite gravel guitar hammer harbour harvest hazel helmet hermit heron hickory hollow honey hornet hurdle iceberg
indigo iris island ivory jacket jaguar jasmine jigsaw juniper kayak kernel kettle kitten ladder lagoon lantern
larch lavender lemon lilac linen lizard lobster locket lotus lumber magnet mallet mango maple marble meadow
melon mitten monsoon mosaic mountain mustard nectar needle nettle nickel nutmeg oasis ocean olive onyx opal
orbit orchid otter oyster paddle palace panther parcel pebble pepper petal pigeon pillow pilot pine planet
plum pocket poppy prairie prism pumpkin quarry quartz quill rabbit radish raven rhubarb ribbon ripple rocket saddle
saffron salmon sapphire satin scarlet shovel silver sparrow spruce thistle timber trumpet tulip velvet walnut`.split(
    /\s+/,
  )

const partCount = 4

/**
 * The first four bytes of a fingerprint as words, to be read out to somebody who looks at another
 * screen; the hex beside them says the rest.
 */
export function fingerprintPhrase(fingerprint: string): string {
  const hex = fingerprint.replace('sha256:', '')
  const bytes = (hex.match(/../g) ?? []).slice(0, partCount)
  return bytes.map((byte) => vocabulary[Number.parseInt(byte, 16)] ?? '').join(' ')
}

/** `7c1e 90ab 44d2 5f08`: the first eight bytes. */
export function fingerprintDigits(fingerprint: string): string {
  return (fingerprint.replace('sha256:', '').match(/.{4}/g) ?? []).slice(0, 4).join(' ')
}
