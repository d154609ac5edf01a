// The API reference page is served from the library's own bundle, which contains everything it
// needs: none of the 27 packages that its source names is installed.
module.exports = {
  hooks: {
    /** @param {{ name?: string }} manifest */
    readPackage: (manifest) =>
      manifest.name === '@scalar/api-reference' ? { ...manifest, dependencies: {} } : manifest,
  },
}
