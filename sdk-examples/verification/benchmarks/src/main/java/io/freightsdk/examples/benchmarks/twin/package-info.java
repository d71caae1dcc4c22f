/**
 * The records of the API once more, as a user without the SDK would write them: what the JSON
 * libraries of the peers read and write.
 */
@NullMarked
package io.freightsdk.examples.benchmarks.twin;

import org.jspecify.annotations.NullMarked;
