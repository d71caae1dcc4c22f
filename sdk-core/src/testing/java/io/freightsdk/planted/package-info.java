/** The rules of a call as faults that tests plant: unit tests in sdk-core, worlds in sdk-tests. */
package io.freightsdk.planted;
