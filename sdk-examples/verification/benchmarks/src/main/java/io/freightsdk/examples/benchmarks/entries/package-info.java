/**
 * How intricate a call is: the methods of the SDK that it enters, and the source files they are in.
 * An agent of this package's own counts them.
 */
@NullMarked
package io.freightsdk.examples.benchmarks.entries;

import org.jspecify.annotations.NullMarked;
