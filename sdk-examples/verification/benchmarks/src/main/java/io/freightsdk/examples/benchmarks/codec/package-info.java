/**
 * Decoding and encoding, without any network: the SDK's JSON compared with that of the usual
 * libraries.
 */
@NullMarked
package io.freightsdk.examples.benchmarks.codec;

import org.jspecify.annotations.NullMarked;
