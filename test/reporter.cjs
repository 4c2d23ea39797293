// Mocha's readable output and its JSON report in one run.
const { reporters } = require('mocha');

module.exports = class SpecAndJson {
  constructor(runner, options) {
    new reporters.Dot(runner, options);
    new reporters.JSON(runner, { ...options, reporterOption: options.reporterOptions ?? options.reporterOption });
  }
};
